import type { AccountField } from './account-values.ts'

/** Whether it looks like an address of a mailbox; whether there is one, only the mailbox knows. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim())

const places = new Map<string, AccountField>([
  ['CaptchaWrong', 'captcha'],
  ['LoginWrong', 'password'],
  ['NameInvalid', 'name'],
  ['NameTaken', 'name'],
  ['EmailInvalid', 'email'],
  ['EmailTaken', 'email'],
  ['CodeWrong', 'code'],
  ['CodeTooSoon', 'code'],
  ['PasswordWeak', 'newPassword'],
  ['PasswordMismatch', 'againPassword'],
  ['PasswordWrong', 'oldPassword'],
])

/** The field that a refusal speaks of, where the form has it; null for the form as a whole. */
export function placeOf(refusal: string, fields: readonly AccountField[]): AccountField | null {
  const place = places.get(refusal)
  return place !== undefined && fields.includes(place) ? place : null
}

/** What the server looks at before the picture that is sent along. */
const beforePicture = new Set(['NameInvalid', 'EmailInvalid', 'PasswordWeak', 'PasswordMismatch'])

/** Whether a refusal has used the picture up; '' for a call that may or may not have got through. */
export const usesPictureUp = (refusal: string): boolean => !beforePicture.has(refusal)

/** Whole seconds left until a moment, both in milliseconds; never below 0. */
export const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
