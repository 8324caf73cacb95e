import { expect, test } from 'vitest'
import { isEmail, fieldOfRefusal, secondsLeft, consumesCaptcha } from './account-rules.ts'

test('[D10] an invalid address is reported before anything is sent', () => {
  for (const text of [
    '',
    ' ',
    'lin',
    'lin@',
    '@beiyu.example',
    'lin@beiyu',
    'lin@beiyu.',
    'lin@.example',
    'a b@c.de',
    'a@b@c.de',
  ])
    expect(isEmail(text)).toBe(false)
  for (const text of ['linzhao@beiyu.example', ' lin.zhao+film@mail.beiyu.example ', '林照@北屿.公司'])
    expect(isEmail(text)).toBe(true)
})

test('[D01] a refusal is shown at its field, or at the form if that field does not exist', () => {
  expect(fieldOfRefusal('LoginWrong', ['account', 'password', 'captcha'])).toBe('password')
  expect(fieldOfRefusal('CaptchaWrong', ['account', 'password', 'captcha'])).toBe('captcha')
  expect(fieldOfRefusal('CaptchaByPicture', ['account', 'password', 'captcha'])).toBe('captcha')
  expect(fieldOfRefusal('CaptchaNeeded', ['account', 'password', 'captcha'])).toBe('captcha')
  expect(fieldOfRefusal('CaptchaWrong', ['account', 'password'])).toBeNull()
  expect(fieldOfRefusal('PasswordWrong', ['oldPassword', 'newPassword'])).toBe('oldPassword')
  expect(fieldOfRefusal('PasswordWrong', ['account', 'password'])).toBe('password')
  expect(fieldOfRefusal('LoginLocked', ['account', 'password', 'captcha'])).toBeNull()
  expect(fieldOfRefusal('constructor', ['account'])).toBeNull()
})

test('[D02] a captcha can be used again if the server has not checked it', () => {
  for (const refusal of ['', 'CaptchaWrong', 'CodeWrong', 'CodeTooSoon', 'NameTaken', 'LoginWrong', 'Overloaded'])
    expect(consumesCaptcha(refusal)).toBe(true)
  for (const refusal of ['NameInvalid', 'EmailInvalid', 'PasswordWeak', 'PasswordMismatch'])
    expect(consumesCaptcha(refusal)).toBe(false)
})

test('[D02] the wait for another code counts down in whole seconds to zero', () => {
  expect(secondsLeft(48_000, 0)).toBe(48)
  expect(secondsLeft(48_000, 1)).toBe(48)
  expect(secondsLeft(48_000, 47_999)).toBe(1)
  expect(secondsLeft(48_000, 48_000)).toBe(0)
  expect(secondsLeft(0, 48_000)).toBe(0)
})
