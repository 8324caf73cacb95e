import * as z from 'zod/mini'

/**
 * Schemas of typed input are lenient, so that a mistake gets its own message instead of a generic one; they refuse only
 * what no form of ours can send. These bounds are enforced by the handlers.
 */
export const accountBounds = {
  name: { min: 2, max: 20 },
  nickname: { min: 1, max: 20 },
  password: { min: 8, max: 64 },
  captchaLength: 4,
  codeLength: 6,
  /** Seconds before another code may be requested. */
  codePauseSec: 60,
} as const

/** Free text of a form. */
export const typedText = z.string().check(z.maxLength(320))

/** Whether signing in ends all other sessions of the account. */
export const single = z.optional(z.boolean())

/** Captcha id and its answer; both empty if no captcha was demanded. */
export const captchaFields = { captcha: typedText, captcha_id: typedText }

/** The signed-in user, as shown to that user. */
export const UserInfo = z.object({
  userId: z.int(),
  userName: z.string(),
  userNickName: z.string(),
  /** Unmasked; empty if none. Displayed with characters 4 to 6 masked. */
  userEmail: z.string(),
  /** Address relative to `image_base`; empty shows the first letter of the name. */
  userPortrait: z.string(),
  userQq: z.string(),
  adult: z.boolean(),
  /** Whether scores of matches are hidden until the user opens them. */
  hidesScores: z.boolean(),
  /** Whether the account is in minors' mode: what is not for minors is absent until the code is given. */
  minors: z.boolean(),
  groupId: z.int(),
  /** End of the VIP membership, Unix seconds; 0 if it has no end or never existed. */
  userEndTime: z.int(),
  subLiveIds: z.array(z.int()),
  authorityId: z.int(),
  /** Whether a password is set; users who registered through another site may have none. */
  hasPassword: z.boolean(),
  /** When the account will be deleted, Unix seconds; 0 if not requested. */
  leaveAt: z.int(),
})
export type UserInfo = z.output<typeof UserInfo>

/** Result of signing in: the user and the token of the new session. */
export const SignedIn = z.object({ user: UserInfo, token: z.string() })
export type SignedIn = z.output<typeof SignedIn>

/** Whether to make this browser known to the account; absent leaves it unchanged. */
export const remember = z.optional(z.boolean())

/** Result of signing in with a password. */
export const SignedInHere = z.object({
  ...SignedIn.shape,
  /** For the browser's next login; empty if it is not to be known. Not a credential by itself. */
  device: z.string(),
})

/** One-time ticket of a third-party login: id and secret. */
export const ticketFields = { authType: typedText, accessToken: typedText, accessSecret: typedText }
