import type { Script } from '@yunmu/contract'
import { callOnce } from '../../lib/calls/call-query.ts'
import { signIn } from '../../lib/session/session.ts'
import { storeCredential } from './browser-credentials.ts'
import { rememberedLogin, rememberLogin } from './remembered-login.ts'
import { isSingleLogin } from './single-login.ts'

interface Login {
  /** Name or e-mail address. */
  account: string
  password: string
  /** Whether to remember the login on this browser; absent leaves it as it is. */
  remember?: boolean
}

/** Signs in, and remembers the login if that is chosen: the name with us, the password with the browser. */
export async function signInWithPassword(
  { account: typed, password, remember }: Login,
  captcha: { captcha: string; captcha_id: string },
  script: Script,
): Promise<void> {
  const account = typed.trim()
  const device = rememberedLogin()?.device
  const reply = await callOnce(
    'userLogin',
    {
      username: account,
      password,
      ...captcha,
      single: isSingleLogin(),
      ...(remember === undefined ? {} : { remember }),
      ...(device ? { device } : {}),
    },
    script,
  )
  if (remember !== undefined) rememberLogin(remember ? { account, device: reply.device } : null)
  if (remember) void storeCredential({ account, password })
  signIn(reply)
}
