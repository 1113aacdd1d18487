/** A service that keeps a key and decrypts with it. The host sends it only ciphertexts of settings, once at startup. */
export type Kms = {
  /** Returns whether a value is a ciphertext of this service. */
  isSealed(value: string): boolean
  /**
   * Decrypts values in one call, in their order.
   *
   * @throws KmsError
   */
  decrypt(ciphertexts: readonly string[]): Promise<readonly string[]>
}
