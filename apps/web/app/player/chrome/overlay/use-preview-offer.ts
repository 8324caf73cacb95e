import { useSignedIn } from '../../../lib/session/session.ts'
import { openDialog } from '../../../lib/shell/dialogs.ts'
import { useIsSelling } from '../../../lib/site/is-selling.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { playerTexts } from '../../player-texts.ts'

/** How one comes to see the rest of a VIP episode: by signing in, or as a VIP. Null for users while nothing is sold. */
export function usePreviewOffer(): { label: string; open: () => void } | null {
  const texts = useTexts(playerTexts)
  const isIn = useSignedIn()
  const isSelling = useIsSelling()
  if (isIn && !isSelling) return null
  return isIn
    ? { label: texts.openVip, open: () => void openDialog('vip') }
    : { label: texts.login, open: () => void openDialog('login') }
}

/** The length of a preview in words: whole minutes as such. */
export function previewLength(
  sec: number,
  texts: { previewMinutes: (minutes: number) => string; previewSeconds: (seconds: number) => string },
): string {
  return sec < 60 ? texts.previewSeconds(Math.floor(sec)) : texts.previewMinutes(Math.round(sec / 60))
}
