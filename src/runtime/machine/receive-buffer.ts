/** Octets that the sockets of RADIUS and SNMP ask the kernel for: bursts wait there while the event loop is busy. */
export const receiveBufferOctets = 4 * 1024 * 1024;
