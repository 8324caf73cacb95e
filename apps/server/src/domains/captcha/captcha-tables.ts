/** The table that this domain alone reads and writes. Times are Unix seconds. */
export type CaptchaTables = {
  captcha: {
    id: string
    answer_hash: Buffer
    /** Where it was asked from. */
    network: string
    tries: number
    expires_at: number
  }
}
