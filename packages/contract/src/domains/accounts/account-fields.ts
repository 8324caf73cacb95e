import * as z from 'zod/mini'

/**
 * What a person may type is read leniently, so that a mistake is answered with a sentence of its own rather than as a
 * malformed request; only what no form of ours could send is refused by the schema. These are the bounds that count.
 */
export const accountBounds = {
  name: { least: 2, most: 20 },
  nickname: { least: 1, most: 20 },
  password: { least: 8, most: 64 },
  captchaLength: 4,
  codeLength: 6,
  /** A code may be asked for again after so many seconds. */
  codePauseSec: 60,
} as const

/** Text of a form, of any content. */
export const typedText = z.string().check(z.maxLength(320))

/** Whether every other session of the account ends with signing in. */
export const single = z.optional(z.boolean())

/** The picture that was read and what was read in it. */
export const captchaFields = { captcha: typedText, captcha_id: typedText }

/** The signed-in person, as that person may see it. */
export const UserInfo = z.object({
  userId: z.int(),
  userName: z.string(),
  userNickName: z.string(),
  /** Whole; shown with characters 4 to 6 as stars. Empty where there is none. */
  userEmail: z.string(),
  /** Address relative to `image_base`; empty shows the first letter of the name. */
  userPortrait: z.string(),
  userQq: z.string(),
  adult: z.boolean(),
  groupId: z.int(),
  /** When VIP ends, Unix seconds; 0 where there is no end, or never was a VIP. */
  userEndTime: z.int(),
  subLiveIds: z.array(z.int()),
  authorityId: z.int(),
  /** Whether there is a password; who came through another site may have none. */
  hasPassword: z.boolean(),
  /** When the account goes, Unix seconds; 0 where nobody asked for that. */
  leaveAt: z.int(),
})
export type UserInfo = z.output<typeof UserInfo>

/** What signing in gives: the person and the token of the new session. */
export const SignedIn = z.object({ user: UserInfo, token: z.string() })
export type SignedIn = z.output<typeof SignedIn>

/** A one-time ticket of a login at another site: its id and its secret. */
export const ticketFields = { authType: typedText, accessToken: typedText, accessSecret: typedText }
