import { useEffect, useRef } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { playerTexts } from '../player-texts.ts'
import { useChrome } from './chrome-context.ts'
import { PictureInput } from './picture-input.ts'
import styles from './player-frame.module.css'

/** Takes pointer and fingers over the picture. */
export function PointerLayer() {
  const chrome = useChrome()
  const words = useTexts(playerTexts)
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!layer.current) return
    const input = new PictureInput(chrome, layer.current, words)
    return () => input.destroy()
  }, [chrome, words])
  return <div ref={layer} className={styles.pointer} data-picture />
}
