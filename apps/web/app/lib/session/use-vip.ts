import { isVip } from '@yunmu/contract/constants'
import { serverNowSec } from '../boot/boot.ts'
import { openDialog } from '../shell/dialogs.ts'
import { showToast } from '../shell/toasts.ts'
import { useIsSelling } from '../site/is-selling.ts'
import { useTexts } from '../text/texts.ts'
import { isSignedIn, useSignedIn, useUser } from './session.ts'
import { vipTexts } from './vip-texts.ts'

/** Whether the viewer is a VIP; undefined while a signed-in user's data is loading. */
export function useIsVip(): boolean | undefined {
  const user = useUser()
  const isIn = useSignedIn()
  if (user) return isVip(user, serverNowSec())
  return isIn ? undefined : false
}

/** An entry to the dialog in which one becomes or stays a VIP. */
export interface VipOffer {
  label: string
  open: () => void
}

/** The dialog is for users; visitors are asked to log in first. */
function useVipDialog(): () => void {
  const texts = useTexts(vipTexts)
  return () => {
    if (!isSignedIn()) showToast({ text: texts.loginFirst, kind: 'warning' })
    void openDialog(isSignedIn() ? 'vip' : 'login')
  }
}

/**
 * The "become VIP" entry; null for VIPs and while nothing is sold. While a signed-in user's data is loading it is there,
 * so that it does not appear later and move what is beside it; the boot script hides `data-vip-offer` from VIPs until then.
 */
export function useVipOffer(): VipOffer | null {
  const texts = useTexts(vipTexts)
  const open = useVipDialog()
  const isSelling = useIsSelling()
  return useIsVip() !== true && isSelling ? { label: texts.open, open } : null
}

/** The same entry for a page of the user's own, on which VIPs renew; null while nothing is sold or the user is unknown. */
export function useOwnVipOffer(): VipOffer | null {
  const texts = useTexts(vipTexts)
  const open = useVipDialog()
  const isSelling = useIsSelling()
  const isMember = useIsVip()
  return isMember !== undefined && isSelling ? { label: isMember ? texts.renew : texts.open, open } : null
}
