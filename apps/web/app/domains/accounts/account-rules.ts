import type { AccountField } from './account-values.ts'

/** Whether it looks like an address of a mailbox; whether there is one, only the mailbox knows. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())

/** Where a refusal is told, by its name; of several fields the one that the form has. */
const places = new Map<string, readonly AccountField[]>([
  ['CaptchaWrong', ['captcha']],
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

/** The field that a refusal speaks of, where the form has it; null for the form as a whole. */
export function placeOf(refusal: string, fields: readonly AccountField[]): AccountField | null {
  return places.get(refusal)?.find((place) => fields.includes(place)) ?? null
}

/** What the server looks at before the picture that is sent along. */
const beforePicture = new Set(['NameInvalid', 'EmailInvalid', 'PasswordWeak', 'PasswordMismatch'])

/** Whether a refusal has used the picture up; '' for a call that may or may not have got through. */
export const usesPictureUp = (refusal: string): boolean => !beforePicture.has(refusal)

/** Whole seconds left until a moment, both in milliseconds; never below 0. */
export const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
