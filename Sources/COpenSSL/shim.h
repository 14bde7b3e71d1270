#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/err.h>
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// What OpenSSL has as macros only.

static inline int postern_error_library(unsigned long code) { return ERR_GET_LIB(code); }
static inline int postern_error_reason(unsigned long code) { return ERR_GET_REASON(code); }

static inline long postern_set_lowest_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version);
}
static inline long postern_set_server_name(SSL *session, const char *name) {
    return SSL_set_tlsext_host_name(session, name);
}

// An empty memory BIO means "wait", not "the end".
static inline BIO *postern_new_memory_bio(void) {
    BIO *bio = BIO_new(BIO_s_mem());
    if (bio) BIO_set_mem_eof_return(bio, -1);
    return bio;
}

static inline void postern_set_verify_data(X509_STORE_CTX *context, void *data) {
    X509_STORE_CTX_set_app_data(context, data);
}
static inline void *postern_verify_data(X509_STORE_CTX *context) { return X509_STORE_CTX_get_app_data(context); }

static inline int postern_push_certificate(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}
static inline STACK_OF(X509) *postern_new_certificates(void) { return sk_X509_new_null(); }
static inline void postern_free_certificates(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }
static inline int postern_count_certificates(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *postern_certificate_at(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}

// RFC 4514 text of a name, letters outside ASCII as they are.
static inline int postern_print_name(BIO *bio, const X509_NAME *name) {
    return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

// The text of an alternative name of one type; the bytes belong to the certificate's names.
static inline const unsigned char *postern_name_bytes(const GENERAL_NAME *name, int type, int *count) {
    if (!name || name->type != type) return 0;
    *count = ASN1_STRING_length(name->d.ia5);
    return ASN1_STRING_get0_data(name->d.ia5);
}
static inline int postern_count_names(const GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }
static inline const GENERAL_NAME *postern_name_at(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}

// What servers need.

static inline void postern_set_mode(SSL_CTX *context, long mode) { SSL_CTX_set_mode(context, mode); }
static inline void postern_disable_session_cache(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}
static inline long postern_set_groups(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_groups_list(context, list);
}
static inline void postern_retry_read(BIO *bio) { BIO_set_retry_read(bio); }
static inline void postern_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

// The key and digest of a ticket's authentication code.
static inline int postern_set_ticket_mac(EVP_MAC_CTX *context, unsigned char *key, size_t count) {
    OSSL_PARAM parameters[3];
    parameters[0] = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, key, count);
    parameters[1] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0);
    parameters[2] = OSSL_PARAM_construct_end();
    return EVP_MAC_CTX_set_params(context, parameters);
}
