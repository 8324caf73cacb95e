import { lazy, Suspense, useId } from 'react'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useSignedIn, useUser } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { UserAvatar } from '../../ui/user-avatar.tsx'
import { useDropdown } from '../../ui/behaviour/use-dropdown.ts'
import styles from './header.module.css'
import { shellTexts } from '../shell-texts.ts'

export const AccountPanel = lazy(() =>
  import('../../domains/accounts/account-panel.tsx').then(({ AccountPanel: panel }) => ({ default: panel })),
)

/**
 * Avatar with a menu for signed-in users; for visitors a login button with a quick form. The server-rendered state
 * stays until the user's data is known, so that nothing shifts.
 */
export function AccountMenu() {
  const texts = useTexts(shellTexts)
  const user = useUser()
  const isIn = useSignedIn()
  const { isOpen, toggle, close, onPanelLoaded, box } = useDropdown({ ignoresEnter: !isIn })
  const panelId = useId()
  const login = (): void => {
    close()
    void openDialog('login')
  }
  return (
    <div {...box} className={styles.tool} data-kind="account">
      <button
        type="button"
        data-account
        className={isIn ? styles.toolButton : styles.login}
        aria-label={isIn ? texts.accountOf(user?.userNickName ?? '') : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={isIn ? toggle : login}
      >
        {isIn ? <UserAvatar user={user} size={32} /> : texts.login}
      </button>
      {isOpen && (
        <div id={panelId} className={classNames(styles.panel, styles.toolPanel)}>
          <Suspense>
            <AccountPanel variant="menu" close={close} onLoaded={onPanelLoaded} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
