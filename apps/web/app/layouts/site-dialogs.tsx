import { useState } from 'react'
import { useStore } from 'zustand'
import { closeDialog, dialogs, type DialogRequest } from '../lib/dialogs.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The focus goes back to what opened the dialog, or to the account's place in the header where that is gone. */
function giveFocusBack(): void {
  const { opener } = dialogs.getState()
  const target = opener?.isConnected ? opener : document.querySelector('[data-account]')
  if (target instanceof HTMLElement) target.focus()
}

/** Every dialog of the site, one at a time in the same frame: the focus stays inside while one follows another. */
export function SiteDialogs() {
  const request = useStore(dialogs, (state) => state.request)
  // While it closes, what was in it stays to be seen.
  const [last, setLast] = useState<DialogRequest | null>(request)
  if (request !== null && request !== last) setLast(request)
  if (!last) return null
  const frame = { isOpen: request !== null, close: closeDialog, giveFocusBack }
  switch (last[0]) {
    case 'confirm':
      return (
        <Dialog {...frame} title={last[1].title}>
          <Confirm {...last[1]} />
        </Dialog>
      )
    default:
      return null
  }
}
