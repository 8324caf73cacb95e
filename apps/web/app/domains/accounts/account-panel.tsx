import type { UserInfo } from '@yunmu/contract'
import { operatorAuthority } from '@yunmu/contract/constants'
import { useEffect } from 'react'
import { Link } from '../../ui/link.tsx'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useUser } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { favouritesUrl, historyUrl, ordersUrl, userUrl } from '../../lib/urls.ts'
import { useAllowed } from '../../lib/session/use-allowed.ts'
import { useOwnVipOffer } from '../../lib/session/use-vip.ts'
import { Button } from '../../ui/button.tsx'
import { UserAvatar } from '../../ui/user-avatar.tsx'
import styles from './account-panel.module.css'
import { accountTexts } from './account-texts.ts'
import { statusOf } from './account-status.ts'
import { requestSignOut } from './request-sign-out.ts'
import { QuickForm } from './quick-form.tsx'

interface PanelProps {
  variant: 'menu' | 'sheet'
  close: () => void
  onLoaded?: () => void
}

/** The signed-in user and account actions; for visitors, sign-in options. */
export function AccountPanel({ variant, close, onLoaded }: PanelProps) {
  const user = useUser()
  useEffect(() => onLoaded?.(), [onLoaded])
  return user ? (
    <SignedInPanel user={user} variant={variant} close={close} />
  ) : (
    <VisitorPanel variant={variant} close={close} />
  )
}

function SignedInPanel({ user, variant, close }: { user: UserInfo } & Pick<PanelProps, 'variant' | 'close'>) {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const vip = useOwnVipOffer()
  const isOperator = useAllowed(operatorAuthority)
  const status = statusOf(user, serverNowSec())
  return (
    <div className={styles.panel}>
      <div className={styles.person}>
        <UserAvatar user={user} size={44} />
        <div className={styles.words}>
          <p className={styles.name}>{user.userNickName || user.userName}</p>
          <p className={styles.status} data-vip={status.vip || undefined}>
            {status.vip ? (status.until === null ? texts.noStatus : texts.vipUntil(status.until)) : texts.ordinary}
          </p>
        </div>
      </div>
      <Link to={userUrl} className={styles.entry} onClick={close}>
        {isOperator ? texts.backOffice : texts.mine}
      </Link>
      <Link to={historyUrl} className={styles.entry} onClick={close}>
        {texts.history}
      </Link>
      <Link to={favouritesUrl} className={styles.entry} onClick={close}>
        {texts.favourites}
      </Link>
      {vip && (
        <Link to={ordersUrl()} className={styles.entry} onClick={close}>
          {texts.orders}
        </Link>
      )}
      {/* The sheet has an entry of its own below. */}
      {vip && variant === 'menu' && (
        <button
          type="button"
          className={styles.entry}
          onClick={() => {
            vip.open()
            close()
          }}
        >
          {vip.label}
        </button>
      )}
      <button
        type="button"
        className={styles.entry}
        onClick={() => {
          void openDialog('password')
          close()
        }}
      >
        {user.hasPassword ? texts.passwordTitle : texts.setPasswordTitle}
      </button>
      <button type="button" className={styles.entry} onClick={() => void requestSignOut(script)}>
        {texts.leave}
      </button>
    </div>
  )
}

function VisitorPanel({ variant, close }: { variant: PanelProps['variant']; close: () => void }) {
  const texts = useTexts(accountTexts)
  const go = (name: 'login' | 'register' | 'forgot'): void => {
    void openDialog(name)
    close()
  }
  if (variant === 'sheet')
    return (
      <div className={styles.ways}>
        <Button variant="primary" onClick={() => go('login')}>
          {texts.login}
        </Button>
        <Button onClick={() => go('register')}>{texts.register}</Button>
      </div>
    )
  return (
    <div className={styles.panel}>
      <QuickForm close={close} />
      <div className={styles.more}>
        <button type="button" onClick={() => go('register')}>
          {texts.register}
        </button>
        <button type="button" onClick={() => go('forgot')}>
          {texts.forgot}
        </button>
      </div>
    </div>
  )
}
