import { useEffect } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { playerTexts } from '../../player-texts.ts'
import type { Chrome } from '../chrome-context.ts'
import { commandOf, isKeyTaken } from './keyboard.ts'
import { runCommand } from './run-command.ts'

/** Player keys work with the focus anywhere on the page, except in inputs. */
export function useHotkeys(chrome: Chrome): void {
  const texts = useTexts(playerTexts)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event
      // What plays before has controls of its own.
      if (chrome.player.state.getState().held) return
      if (event.defaultPrevented || !(target instanceof HTMLElement) || isKeyTaken(event.key, target)) return
      const command = commandOf(event)
      if (!command) return
      // Otherwise the page would scroll.
      if (command.do !== 'leave') event.preventDefault()
      runCommand(chrome, command, texts)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [chrome, texts])
}
