import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useCall } from '../../lib/calls/call-query.ts'
import { closeDialog, openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { AccountCaptchaField } from './account-captcha-field.tsx'
import { AccountForm, DialogLink } from './account-form.tsx'
import styles from './account-form.module.css'
import { accountTexts } from './account-texts.ts'
import { AccountField, PasswordField } from './credential-fields.tsx'
import type { AccountValues } from './account-values.ts'
import { findPassword } from './browser-credentials.ts'
import { rememberedLogin } from './remembered-login.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { startThirdPartyFlow } from '../../lib/session/third-party-flow.ts'
import { useAccountCaptcha } from './use-account-captcha.ts'
import { useAccountForm, type AccountForm as Form } from './use-account-form.ts'

const fields = ['account', 'password', 'captcha'] as const

/** Signs in by name or e-mail. `prefilled` comes from the header's quick form, which was refused without a captcha. */
export function LoginForm({ prefilled }: { prefilled?: { username: string; password: string } | undefined }) {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const captcha = useAccountCaptcha('login', prefilled?.username)
  const { getValues, setValue, setFocus } = useFormContext<AccountValues>()
  const form: Form = useAccountForm({
    fields,
    captcha,
    initialFocus: 'account',
    async send({ account, password, captcha: read, remember }) {
      await signInWithPassword({ account, password, remember }, await captcha.fields(read), script)
      showToast({ text: texts.loggedIn, kind: 'done' })
      closeDialog()
    },
  })
  useEffect(() => {
    if (prefilled) {
      setValue('account', prefilled.username)
      setValue('password', prefilled.password)
      setFocus('password')
      return
    }
    const remembered = rememberedLogin()?.account
    const account = getValues('account') || remembered
    if (!account) return
    setValue('account', account)
    setFocus('password')
    if (account !== remembered) return
    void findPassword(account).then((password) => {
      // Whatever was typed meanwhile stays.
      if (password !== null && getValues('account') === account && getValues('password') === '')
        setValue('password', password)
    })
  }, [prefilled, getValues, setValue, setFocus])
  return (
    <AccountForm
      form={form}
      submitLabel={texts.login}
      pendingLabel={texts.loggingIn}
      above={
        <div className={styles.between}>
          <Remember />
          <DialogLink isMuted onPress={() => void openDialog('forgot')}>
            {texts.forgot}
          </DialogLink>
        </div>
      }
      below={
        <>
          <span>
            {texts.noAccount}
            <DialogLink onPress={() => void openDialog('register')}>{texts.register}</DialogLink>
          </span>
          <OtherWays />
        </>
      }
    >
      <AccountField form={form} />
      <PasswordField form={form} />
      <AccountCaptchaField form={form} captcha={captcha} takesFocus={prefilled !== undefined} />
    </AccountForm>
  )
}

function Remember() {
  const { remember } = useTexts(accountTexts)
  const { register } = useFormContext<AccountValues>()
  return <Checkbox {...register('remember')}>{remember}</Checkbox>
}

/** Third-party sites to sign in with; renders nothing if there are none. */
function OtherWays() {
  const texts = useTexts(accountTexts)
  const list = useCall('userThirdList', {}).data?.list ?? []
  if (list.length === 0) return null
  return (
    <span className={styles.others}>
      {texts.otherWays}
      {list.map(({ authType, name }) => (
        <button
          key={authType}
          type="button"
          className={styles.other}
          aria-label={texts.loginWith(name)}
          title={name}
          onClick={() => startThirdPartyFlow(authType)}
        >
          <span aria-hidden="true">{[...name][0]}</span>
        </button>
      ))}
    </span>
  )
}
