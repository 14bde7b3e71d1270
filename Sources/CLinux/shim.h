// The system calls that `import Glibc` leaves out. `_GNU_SOURCE` must not be defined here: it changes the layout of
// types that other C modules share. Functions hidden behind it are declared by hand.
#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
extern int pipe2(int descriptors[2], int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int sched_getaffinity(pid_t pid, size_t size, unsigned long *mask);

static inline int postern_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int postern_fcntl(int descriptor, int command, int argument) {
    return fcntl(descriptor, command, argument);
}

// Raises the soft limit of open files to the hard one; the limit that holds then, or -1.
static inline int64_t postern_raise_open_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    return limit.rlim_cur > INT32_MAX ? INT32_MAX : (int64_t)limit.rlim_cur;
}

// Drops what would begin another handshake: segments with SYN and without ACK (flags are octet 13, RFC 9293
// section 3.1). Handshakes that are under way go on. 0, or -1 with errno.
static inline int postern_drop_handshakes(int listener) {
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x12),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x02, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
    };
    struct sock_fprog filter = {sizeof steps / sizeof steps[0], steps};
    return setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
}

// Sends bytes with descriptors beside them: SCM_RIGHTS of unix(7). The bytes sent, or -1 with errno.
static inline ssize_t postern_send_descriptors(int socket, const void *bytes, size_t size, const int *descriptors,
                                               int count) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(253 * sizeof(int))];
    } control;
    struct iovec piece = {(void *)bytes, size};
    struct msghdr message = {0};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent;
}

// Receives bytes and the descriptors beside them, at most `*count`, which becomes their number. The bytes received, 0
// at the end, or -1 with errno.
static inline ssize_t postern_receive_descriptors(int socket, void *bytes, size_t size, int *descriptors, int *count) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(253 * sizeof(int))];
    } control;
    struct iovec piece = {bytes, size};
    struct msghdr message = {0};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    int room = *count;
    *count = 0;
    ssize_t received;
    do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        int number = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        for (int index = 0; index < number; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
            if (*count < room) descriptors[(*count)++] = descriptor;
            else close(descriptor);
        }
    }
    return received;
}
