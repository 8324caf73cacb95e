import { useEffect, useState, type ComponentType } from 'react'
import { useStore } from 'zustand'
import { callTexts } from '../../lib/calls/call-texts.ts'
import { closeDialog, dialogs } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { takeFragment } from '../../lib/session/third-party-fragment.ts'
import { showToast } from '../../lib/shell/toasts.ts'

/** Renders dialogs. Their code is loaded with the first one and stays mounted for closing animations. */
export function DialogHost() {
  const { unreachable } = useTexts(callTexts)
  const script = useScript()
  const isWanted = useStore(dialogs, ({ request }) => request !== null)
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isWanted || Loaded) return
    import('./site-dialogs.tsx').then(
      ({ SiteDialogs }) => setLoaded(() => SiteDialogs),
      () => {
        closeDialog()
        showToast({ text: unreachable, kind: 'warning' })
      },
    )
  }, [isWanted, Loaded, unreachable])
  useEffect(() => {
    const fragment = takeFragment()
    if (fragment !== '')
      void import('../../domains/accounts/third-party-return.ts').then(({ handleThirdPartyFragment }) =>
        handleThirdPartyFragment(fragment, script),
      )
  }, [script])
  return Loaded && <Loaded />
}
