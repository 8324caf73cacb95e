import { callOnce } from '../../lib/calls/call-query.ts'
import { closeDialog, openDialog, type Ticket } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { signIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { AccountForm, Way } from './account-form.tsx'
import { accountTexts } from './account-texts.ts'
import { AccountField, PasswordField } from './credential-fields.tsx'
import { isSingleLogin } from './single-login.ts'
import { sentTicket } from './third-arrival.ts'
import { useAccountForm } from './use-account-form.ts'

const fields = ['account', 'password'] as const

/** Binds a login of another site to one's own account, or to one that is there already, and signs in. */
export function ThirdBindForm({ ticket, isOwn }: { ticket: Ticket; isOwn: boolean }) {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const form = useAccountForm({
    fields,
    begin: isOwn ? 'password' : 'account',
    async send({ account, password }) {
      const username = isOwn ? '' : account.trim()
      signIn(
        await callOnce('userThirdBind', { ...sentTicket(ticket), username, password, single: isSingleLogin() }, script),
      )
      showToast({ text: texts.bound, kind: 'done' })
      closeDialog()
    },
  })
  return (
    <AccountForm
      form={form}
      act={isOwn ? texts.bindOwn : texts.bind}
      acting={texts.binding}
      below={
        !isOwn && (
          <>
            <span>
              {texts.noAccount}
              <Way go={() => void openDialog('thirdRegister', ticket)}>{texts.thirdRegisterTitle}</Way>
            </span>
            <Way isQuiet go={() => void openDialog('login')}>
              {texts.backToLogin}
            </Way>
          </>
        )
      }
    >
      {!isOwn && <AccountField form={form} />}
      <PasswordField form={form} />
    </AccountForm>
  )
}
