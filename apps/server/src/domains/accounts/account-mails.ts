interface AccountMail {
  to: string
  subject: string
  text: string
}

const disclaimer = '如果不是您本人操作，请不要理会这封邮件，也不要把验证码告诉任何人。'

const codeMail = (to: string, what: string, code: string): AccountMail => ({
  to,
  subject: `【云幕】${what}验证码`,
  text: `您好：\n\n您正在${what}，验证码是：${code}\n\n十分钟内有效，只能使用一次。\n\n${disclaimer}\n\n云幕`,
})

export const registerMail = (to: string, code: string): AccountMail => codeMail(to, '注册账号', code)
export const forgetMail = (to: string, code: string): AccountMail => codeMail(to, '重设密码', code)

/**
 * Sent when somebody registers with an address that already has an account. Only the owner of the address learns that.
 */
export const alreadyRegisteredMail = (to: string): AccountMail => ({
  to,
  subject: '【云幕】这个邮箱已经注册过了',
  text: `您好：\n\n刚才有人用这个邮箱注册账号，而它已经注册过了。\n\n您可以直接登录；忘记密码时，可以在登录窗口里选择“忘记密码”。\n\n如果不是您本人操作，请不要理会这封邮件。\n\n云幕`,
})

const noticeMail = (to: string, what: string, text: string): AccountMail => ({
  to,
  subject: `【云幕】${what}`,
  text: `您好：\n\n${text}\n\n云幕`,
})

/** Notices to the owner of an account: sign-in methods were added or removed, or deletion was requested. */
export const boundMail = (to: string, site: string): AccountMail =>
  noticeMail(
    to,
    '账号绑定了新的登录方式',
    `您的账号刚刚绑定了“${site}”，如果不是您本人操作，请立即登录，解绑它并修改密码。`,
  )
export const unboundMail = (to: string, site: string): AccountMail =>
  noticeMail(
    to,
    '账号解绑了一种登录方式',
    `您的账号刚刚解绑了“${site}”，如果不是您本人操作，请立即用“忘记密码”重设密码，再重新绑定。`,
  )
export const firstPasswordMail = (to: string): AccountMail =>
  noticeMail(to, '账号设置了密码', '您的账号刚刚设置了密码，如果不是您本人操作，请立即用“忘记密码”重设密码。')
export const deletionScheduledMail = (to: string): AccountMail =>
  noticeMail(
    to,
    '账号将被注销',
    '您的账号刚刚申请了注销，三十天后删除，如果不是您本人操作，请立即登录撤销注销，并修改密码。',
  )

/** Sends a notice to the owner of an account, if its e-mail address is known. */
export async function mailOwner(
  mailer: { send(mail: AccountMail): Promise<void> },
  { email }: { email: string | null },
  mailTo: (to: string) => AccountMail,
): Promise<void> {
  if (email !== null) await mailer.send(mailTo(email))
}
