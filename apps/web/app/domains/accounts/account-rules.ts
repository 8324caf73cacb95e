import type { AccountField } from './account-values.ts'

/** Checks only the shape of an e-mail address. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())

/** Fields that a refusal can belong to, by refusal name; the form's first matching field is used. */
const fieldsByRefusal = new Map<string, readonly AccountField[]>([
  ['CaptchaNeeded', ['captcha']],
  ['CaptchaWrong', ['captcha']],
  ['CaptchaByPicture', ['captcha']],
  ['LoginWrong', ['password']],
  ['NameInvalid', ['name']],
  ['NameTaken', ['name']],
  ['EmailInvalid', ['email']],
  ['EmailTaken', ['email']],
  ['CodeWrong', ['code']],
  ['CodeTooSoon', ['code']],
  ['PasswordWeak', ['newPassword']],
  ['PasswordMismatch', ['againPassword']],
  ['PasswordWrong', ['oldPassword', 'password']],
])

/** The form's field that a refusal belongs to; null for the form as a whole. */
export function fieldOfRefusal(refusal: string, fields: readonly AccountField[]): AccountField | null {
  return fieldsByRefusal.get(refusal)?.find((field) => fields.includes(field)) ?? null
}

/** Refusals that the server returns before it checks the captcha. */
const checkedBeforeCaptcha = new Set(['NameInvalid', 'EmailInvalid', 'PasswordWeak', 'PasswordMismatch'])

/**
 * Whether a refusal has consumed the captcha. '' means the call failed without a reply and may have reached the server.
 */
export const consumesCaptcha = (refusal: string): boolean => !checkedBeforeCaptcha.has(refusal)

/** Whole seconds until a time; never below 0. Both in milliseconds. */
export const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
