import { callOnce } from '../../lib/calls/call-query.ts'
import { closeDialog, openDialog, type Ticket } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { signIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { AccountForm, DialogLink } from './account-form.tsx'
import { accountTexts } from './account-texts.ts'
import { AccountField, PasswordField } from './credential-fields.tsx'
import { isSingleLogin } from './single-login.ts'
import { ticketInput } from './third-party-return.ts'
import { useAccountForm } from './use-account-form.ts'

const fields = ['account', 'password'] as const

/** Binds a third-party login to the user's own or another existing account, and signs in. */
export function ThirdBindForm({ ticket, isOwn }: { ticket: Ticket; isOwn: boolean }) {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const form = useAccountForm({
    fields,
    initialFocus: isOwn ? 'password' : 'account',
    async send({ account, password }) {
      const username = isOwn ? '' : account.trim()
      signIn(
        await callOnce(
          'userThirdBind',
          { ...ticketInput(ticket), username, password, single: isSingleLogin() },
          script,
        ),
      )
      showToast({ text: texts.bound, kind: 'done' })
      closeDialog()
    },
  })
  return (
    <AccountForm
      form={form}
      submitLabel={isOwn ? texts.bindOwn : texts.bind}
      pendingLabel={texts.binding}
      below={
        !isOwn && (
          <>
            <span>
              {texts.noAccount}
              <DialogLink onPress={() => void openDialog('thirdRegister', ticket)}>
                {texts.thirdRegisterTitle}
              </DialogLink>
            </span>
            <DialogLink isMuted onPress={() => void openDialog('login')}>
              {texts.backToLogin}
            </DialogLink>
          </>
        )
      }
    >
      {!isOwn && <AccountField form={form} />}
      <PasswordField form={form} />
    </AccountForm>
  )
}
