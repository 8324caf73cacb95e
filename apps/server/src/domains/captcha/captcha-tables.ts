/** Table that only this domain reads and writes. Times are Unix seconds. */
export type CaptchaTables = {
  captcha: {
    id: string
    answer_hash: Buffer
    /** The network that requested it. */
    network: string
    tries: number
    expires_at: number
  }
}
