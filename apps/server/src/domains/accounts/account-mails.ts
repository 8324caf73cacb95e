interface AccountMail {
  to: string
  subject: string
  text: string
}

const notYou = '如果不是您本人操作，请不要理会这封邮件，也不要把验证码告诉任何人。'

const codeMail = (to: string, what: string, code: string): AccountMail => ({
  to,
  subject: `【云幕】${what}验证码`,
  text: `您好：\n\n您正在${what}，验证码是：${code}\n\n十分钟内有效，只能使用一次。\n\n${notYou}\n\n云幕`,
})

export const registerMail = (to: string, code: string): AccountMail => codeMail(to, '注册账号', code)
export const forgetMail = (to: string, code: string): AccountMail => codeMail(to, '重设密码', code)

/** To who wants to register with an address that has an account: only its owner learns that. */
export const knownMail = (to: string): AccountMail => ({
  to,
  subject: '【云幕】这个邮箱已经注册过了',
  text: `您好：\n\n刚才有人用这个邮箱注册账号，而它已经注册过了。\n\n您可以直接登录；忘记密码时，可以在登录窗口里选择“忘记密码”。\n\n如果不是您本人操作，请不要理会这封邮件。\n\n云幕`,
})
