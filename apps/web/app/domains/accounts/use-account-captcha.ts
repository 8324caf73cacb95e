import { useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useCaptcha, type Captcha } from '../../lib/captcha/use-captcha.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import type { AccountValues } from './account-values.ts'
import { rememberedLogin } from './remembered-login.ts'

/**
 * The captcha of an account form. Asks when the form opens whether one is demanded, so that after failures it is there
 * at once.
 *
 * @param prefilledAccount what the login form is about to be filled with
 */
export function useAccountCaptcha(purpose: 'login' | 'register' | 'forget', prefilledAccount?: string): Captcha {
  const script = useScript()
  const { getValues } = useFormContext<AccountValues>()
  const captcha = useCaptcha((isDemanded) => {
    if (isDemanded) return callOnce('captcha', {}, script)
    if (purpose !== 'login') return callOnce('captcha', { purpose, account: getValues('email').trim() }, script)
    const remembered = rememberedLogin()
    const account = getValues('account') || prefilledAccount || remembered?.account || ''
    return callOnce('captcha', { purpose, account: account.trim(), device: remembered?.device ?? '' }, script)
  })
  const check = useEffectEvent(captcha.check)
  useEffect(() => check(), [])
  return captcha
}
