/** Reply codes (specification, section 8). The web's API client defines what a browser does with each. */
export const replyCode = {
  done: 0,
  refused: 7,
  alreadySo: 11,
  loginNeeded: 12,
  tokenExpired: 13,
  sessionEnded: 14,
  tooSoon: 15,
  tokenInvalid: 16,
  notAvailable: 17,
} as const

export type ReplyCode = (typeof replyCode)[keyof typeof replyCode]
