import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { afterFirstFrame } from './lib/boot/after-first-frame.ts'
import { saveFragment } from './lib/session/third-party-fragment.ts'

saveFragment()

function wake(): void {
  // Without a network the page goes on without it.
  import('./domains/watch/watch-upload.ts').then(({ startWatchUpload }) => startWatchUpload()).catch(() => undefined)
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  })
}

// In a turn of its own: the modules of the page have just been run in this one.
void afterFirstFrame().then(() => setTimeout(wake))
