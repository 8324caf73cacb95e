import type { UserInfo } from '@yunmu/contract'
import { use, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { statusOf } from '../../domains/accounts/account-status.ts'
import { requestSignOut } from '../../domains/accounts/request-sign-out.ts'
import { isOpen } from '../../domains/vip/order-rules.ts'
import { useOrderNews } from '../../domains/vip/use-order.ts'
import { CallCacheContext, useCall } from '../../lib/calls/call-query.ts'
import { useIsSelling } from '../../lib/site/is-selling.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useHasSession, useUser } from '../../lib/session/session.ts'
import { useOwnVipOffer } from '../../lib/session/use-vip.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import {
  commentsUrl,
  favouritesUrl,
  followsUrl,
  historyUrl,
  listsUrl,
  ordersUrl,
  remindersUrl,
  profileUrl,
  subscriptionsUrl,
} from '../../lib/urls.ts'
import { Icon, type IconName } from '../../ui/icons/icons.tsx'
import { UserAvatar } from '../../ui/user-avatar.tsx'
import styles from './user-sidebar.module.css'
import { userTexts } from './user-texts.ts'

const entries: readonly { to: string; icon: IconName; name: keyof Entries }[] = [
  { to: historyUrl, icon: 'film', name: 'history' },
  { to: favouritesUrl, icon: 'heart', name: 'favourites' },
  { to: listsUrl, icon: 'list', name: 'lists' },
  { to: remindersUrl, icon: 'bell', name: 'reminders' },
  { to: followsUrl, icon: 'screen', name: 'follows' },
  { to: commentsUrl, icon: 'comment', name: 'comments' },
  { to: subscriptionsUrl, icon: 'calendar', name: 'subscriptions' },
  { to: ordersUrl(), icon: 'receipt', name: 'orders' },
  { to: profileUrl, icon: 'person', name: 'profile' },
]
type Entries = Pick<
  (typeof userTexts)['s'],
  'history' | 'favourites' | 'lists' | 'reminders' | 'follows' | 'comments' | 'subscriptions' | 'orders' | 'profile'
>

/** The user and the pages of the user area: a column, or a row above on narrow pages. Matches are subscribed to while there are any; orders are there while VIP is sold, or if there are some. */
export function UserSidebar() {
  const texts = useTexts(userTexts)
  const script = useScript()
  const user = useUser()
  const line = useCurrentEntryInView()
  const { pathname } = useLocation()
  const vip = useOwnVipOffer()
  const orders = useOrderEntry()
  const hasMatches = useSite()?.live_live === true
  return (
    <aside className={styles.sidebar}>
      <div className={styles.person}>
        <UserAvatar user={user} size={64} />
        <div className={styles.words}>
          <p className={styles.name}>{user && (user.userNickName || user.userName)}</p>
          {user && <Status user={user} />}
        </div>
        {vip && (
          <button type="button" className={styles.vip} onClick={vip.open}>
            {vip.label}
          </button>
        )}
      </div>
      <nav aria-label={texts.area}>
        <ul ref={line} className={styles.entries}>
          {entries.map(
            ({ to, icon, name }) =>
              (name !== 'subscriptions' || hasMatches) &&
              (name !== 'orders' || orders.isShown) && (
                <li key={to}>
                  <Link to={to} className={styles.entry} aria-current={pathname === to ? 'page' : undefined}>
                    <Icon name={icon} />
                    {texts[name]}
                    {name === 'orders' && orders.openCount > 0 && <b className={styles.count}>{orders.openCount}</b>}
                  </Link>
                </li>
              ),
          )}
        </ul>
      </nav>
      <button type="button" className={styles.leave} onClick={() => void requestSignOut(script)}>
        {texts.leave}
      </button>
    </aside>
  )
}

/** How many of the newest orders are looked at for the count of open ones. */
const orderCount = 10

/** Whether the orders have an entry, and how many can be paid. */
function useOrderEntry(): { isShown: boolean; openCount: number } {
  const isSelling = useIsSelling()
  const orders = useCall('userOrders', { page: 1, size: orderCount }, { enabled: useHasSession() })
  const cache = use(CallCacheContext)
  useOrderNews(() => cache?.invalidate('userOrders'))
  const list = orders.data?.list ?? []
  const nowSec = list.length === 0 ? 0 : serverNowSec()
  return { isShown: isSelling || list.length > 0, openCount: list.filter((order) => isOpen(order, nowSec)).length }
}

/** On phones the entries scroll horizontally: the current one is centred. */
function useCurrentEntryInView() {
  const line = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const current = line.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!line.current || !current) return
    const bounds = line.current.getBoundingClientRect()
    line.current.scrollLeft += current.left + current.width / 2 - bounds.left - bounds.width / 2
  }, [pathname])
  return line
}

function Status({ user }: { user: UserInfo }) {
  const texts = useTexts(userTexts)
  const status = statusOf(user, serverNowSec())
  if (!status.vip) return <p className={styles.status}>{texts.ordinary}</p>
  return (
    <p className={styles.status} data-vip>
      {status.until === null ? texts.noStatus : texts.vipUntil(status.until)}
    </p>
  )
}
