#!/usr/bin/env perl
# A name server for a demo: every name has one IPv4 address, and nothing else.
#
#   perl names.pl ADDRESS FILE   listens on a free port of ADDRESS and writes "ADDRESS:PORT" into FILE
use strict;
use warnings;
use Socket;

my ($address, $file) = @ARGV;
socket(my $server, PF_INET, SOCK_DGRAM, 0) or die "socket: $!";
bind($server, sockaddr_in(0, inet_aton($address))) or die "bind: $!";
my ($port) = sockaddr_in(getsockname($server));
open(my $ready, '>', "$file.new") or die "$file: $!";
print $ready "$address:$port\n";
close($ready) and rename("$file.new", $file) or die "$file: $!";

while (1) {
    my $peer = recv($server, my $query, 512, 0);
    next unless defined $peer and length($query) > 16;
    # The question: labels, each with its length, up to an empty one; then type and class (RFC 1035 section 4.1.2).
    my $end = index($query, "\0", 12);
    next if $end < 0 or length($query) < $end + 5;
    my $question = substr($query, 12, $end + 5 - 12);
    my $type = unpack('n', substr($question, -4, 2));
    my $answer = '';
    # A pointer to the name, type A, class IN, a minute, four bytes.
    $answer = pack('n n n N n a4', 0xC00C, 1, 1, 60, 4, inet_aton($address)) if $type == 1;
    my $header = substr($query, 0, 2) . pack('n n n n n', 0x8580, 1, length($answer) ? 1 : 0, 0, 0);
    send($server, $header . $question . $answer, 0, $peer);
}
