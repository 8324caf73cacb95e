import { isVip } from '@yunmu/contract/constants'
import { serverNowSec } from '../boot/boot.ts'
import { openDialog } from '../shell/dialogs.ts'
import { isSignedIn, useSignedIn, useUser } from './session.ts'
import { useTexts } from '../text/texts.ts'
import { showToast } from '../shell/toasts.ts'
import { vipTexts } from './vip-texts.ts'

/** Label and action of the "become VIP" button. Null for VIPs and while the user's data is loading. */
export function useVip(): { label: string; open: () => void } | null {
  const texts = useTexts(vipTexts)
  const user = useUser()
  const isIn = useSignedIn()
  if (user ? isVip(user, serverNowSec()) : isIn) return null
  const open = (): void => {
    if (!isSignedIn()) showToast({ text: texts.loginFirst, kind: 'warning' })
    void openDialog(isSignedIn() ? 'vip' : 'login')
  }
  return { label: texts.open, open }
}
