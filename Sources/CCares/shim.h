#pragma once
#include <ares.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

// c-ares's sockets, made so that no child process inherits them and a server that goes away raises no SIGPIPE.

static ares_socket_t postern_dns_open(int family, int type, int protocol, void *context) {
    (void)context;
    return socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
}

static int postern_dns_close(ares_socket_t descriptor, void *context) {
    (void)context;
    return close(descriptor);
}

static int postern_dns_connect(ares_socket_t descriptor, const struct sockaddr *address, ares_socklen_t length,
                               void *context) {
    (void)context;
    return connect(descriptor, address, length);
}

static ares_ssize_t postern_dns_receive(ares_socket_t descriptor, void *buffer, size_t size, int flags,
                                        struct sockaddr *from, ares_socklen_t *length, void *context) {
    (void)context;
    return recvfrom(descriptor, buffer, size, flags, from, length);
}

static ares_ssize_t postern_dns_send(ares_socket_t descriptor, const struct iovec *pieces, int count, void *context) {
    (void)context;
    struct msghdr message = {.msg_iov = (struct iovec *)pieces, .msg_iovlen = (size_t)count};
    return sendmsg(descriptor, &message, MSG_NOSIGNAL);
}

static inline void postern_use_own_sockets(ares_channel channel) {
    static const struct ares_socket_functions functions = {
        postern_dns_open, postern_dns_close, postern_dns_connect, postern_dns_receive, postern_dns_send,
    };
    ares_set_socket_functions(channel, &functions, 0);
}
