#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

// Variadic functions, one for each type of argument.

static inline CURLcode postern_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode postern_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode postern_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode postern_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode postern_curl_set_write(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode postern_curl_set_open_socket(CURL *handle, curl_opensocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode postern_curl_set_resolver_start(CURL *handle, curl_resolver_start_callback value) {
    return curl_easy_setopt(handle, CURLOPT_RESOLVER_START_FUNCTION, value);
}

static inline CURLcode postern_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode postern_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode postern_curl_get_text(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode postern_curl_get_pointer(CURL *handle, void **value) {
    return curl_easy_getinfo(handle, CURLINFO_PRIVATE, value);
}

static inline CURLMcode postern_curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

static inline CURLcode postern_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

// The whole socket address, of which `addr` is declared to hold 16 bytes only.
static inline const void *postern_curl_socket_address(const struct curl_sockaddr *address) {
    return &address->addr;
}

// The bytes that a TCP socket has received; 0 where the kernel does not tell. Glibc's `struct tcp_info` ends before
// `tcpi_bytes_received`, and the kernel's own header contradicts Glibc's; the place is part of the kernel's interface.
static inline unsigned long long postern_curl_received(int descriptor) {
    unsigned long long info[32] = {0};
    socklen_t length = sizeof(info);
    if (getsockopt(descriptor, IPPROTO_TCP, 11 /* TCP_INFO */, info, &length) != 0 || length < 136) return 0;
    return info[16];
}

static inline int postern_curl_is_connected(int descriptor) {
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    return getpeername(descriptor, (struct sockaddr *)&address, &length) == 0;
}
