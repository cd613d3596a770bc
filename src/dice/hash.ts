/**
 * The two hash functions that dice and record need, as a small port, so that the same code runs on the server
 * (Node's own, fast) and in a browser (@noble/hashes). Strings are hashed as UTF-8.
 */
export interface Hash {
  /** SHA-256 (FIPS 180-4) of `data`: 32 bytes. */
  sha256(data: string | Uint8Array): Uint8Array;
  /** HMAC-SHA256 (RFC 2104) of `message` under `key`: 32 bytes. */
  hmacSha256(key: Uint8Array, message: string): Uint8Array;
}
