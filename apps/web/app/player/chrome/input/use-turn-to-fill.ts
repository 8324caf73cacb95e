import { useEffect } from 'react'
import { listen } from '../../core/listen.ts'
import type { Chrome } from '../chrome-context.ts'
import { stepOnTurn } from './turn-rules.ts'

const maxPhoneSidePx = 600

const isPhone = (): boolean =>
  matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < maxPhoneSidePx

/** On phones, the picture fills the screen while the phone is held sideways. */
export function useTurnToFill({ player }: Chrome): void {
  useEffect(() => {
    // Older iPhones report turns at the window only.
    const orientation = 'orientation' in screen ? screen.orientation : null
    let isByTurn = false
    const onTurn = (): void => {
      if (!isPhone()) return
      const { phase, fullscreen, webFullscreen } = player.state.getState()
      const isLandscape = orientation
        ? orientation.type.startsWith('landscape')
        : matchMedia('(orientation: landscape)').matches
      const isFilling = fullscreen || webFullscreen
      const step = stepOnTurn({ isLandscape, isOpen: phase === 'open', isFilling, isByTurn })
      if (step === 'fill') player.fillScreen()
      if (step === 'leave') {
        player.setFullscreen(false)
        player.setWebFullscreen(false)
      }
      isByTurn = step === 'fill' || (isByTurn && step === null && isFilling)
    }
    return orientation ? listen(orientation, { change: onTurn }) : listen(window, { orientationchange: onTurn })
  }, [player])
}
