import { refusalOf } from '@yunmu/contract/refusals'
import { expect, test } from 'vitest'
import { accountTexts } from './account-texts.ts'

/** The specified messages of forms, by what they say. */
const specified = {
  accountNeeded: '请输入账号',
  accountHint: '请输入用户名或者邮箱账号',
  passwordNeeded: '请输入密码',
  fillIn: '请正确填写信息!',
  loggedIn: '登录成功！',
  quickEmailNeeded: '请输入邮箱',
  emailNeeded: '请输入邮箱地址',
  emailWrong: '请输入正确的邮箱地址',
  codeNeeded: '请输入验证码',
  emailForCode: '请确填写邮箱信息!',
  codeSent: '发送成功!',
  loggingIn: '登录中...',
}

test('[D10] the messages of the forms are the specified ones, word for word', () => {
  expect(accountTexts.s).toMatchObject(specified)
  expect(refusalOf('LoginNeeded').msg).toBe('请先登录用户!')
})
