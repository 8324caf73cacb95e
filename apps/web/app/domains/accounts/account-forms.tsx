import { FormProvider, useForm } from 'react-hook-form'
import type { DialogRequest } from '../../lib/shell/dialogs.ts'
import { useUser } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { accountTexts } from './account-texts.ts'
import { emptyValues, type AccountValues } from './account-values.ts'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { ThirdBindForm } from './third-bind-form.tsx'
import { ThirdRegisterForm } from './third-register-form.tsx'

export type AccountRequest = Exclude<
  DialogRequest,
  ['block' | 'confirm' | 'lists' | 'message' | 'report' | 'share' | 'vip', ...unknown[]]
>

/** Title and note above a form. */
export function useAccountHeading(request: AccountRequest): { title: string; note?: string } {
  const texts = useTexts(accountTexts)
  const user = useUser()
  switch (request[0]) {
    case 'login':
      return { title: texts.login, note: texts.loginNote }
    case 'register':
      return { title: texts.register }
    case 'forgot':
      return { title: texts.forgotTitle, note: texts.forgotNote }
    case 'password':
      return {
        title: user?.hasPassword === false ? texts.setPasswordTitle : texts.passwordTitle,
        note: texts.passwordNote,
      }
    case 'thirdBind':
      return { title: request[2] ? texts.bindOwnTitle : texts.bindTitle, note: texts.bindNote(request[1].name) }
    case 'thirdRegister':
      return { title: texts.thirdRegisterTitle, note: texts.bindNote(request[1].name) }
  }
}

/** The forms of the account dialogs, one at a time. They share their values until all dialogs are closed. */
export function AccountForms({ request }: { request: AccountRequest }) {
  const form = useForm<AccountValues>({ defaultValues: emptyValues, shouldFocusError: false })
  return (
    <FormProvider {...form}>
      <AccountFormOf key={request[0]} request={request} />
    </FormProvider>
  )
}

function AccountFormOf({ request }: { request: AccountRequest }) {
  switch (request[0]) {
    case 'login':
      return <LoginForm prefilled={request[1]} />
    case 'register':
      return <RegisterForm />
    case 'forgot':
      return <ForgotForm />
    case 'password':
      return <PasswordForm />
    case 'thirdBind':
      return <ThirdBindForm ticket={request[1]} isOwn={request[2] !== undefined} />
    case 'thirdRegister':
      return <ThirdRegisterForm ticket={request[1]} />
  }
}
