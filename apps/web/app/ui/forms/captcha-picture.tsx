import { useTexts } from '../../lib/text/texts.ts'
import styles from './captcha-picture.module.css'
import { captchaTexts } from './captcha-texts.ts'

export interface CaptchaPictureProps {
  state: 'loading' | 'failed' | 'ready'
  /** A data address; empty until there is one. */
  picture: string
  renew: () => void
}

/** Characters to be read, for the side of a field. A press asks for others. */
export function CaptchaPicture({ state, picture, renew }: CaptchaPictureProps) {
  const texts = useTexts(captchaTexts)
  return (
    <button
      type="button"
      className={styles.captcha}
      aria-label={state === 'ready' ? texts.renew : undefined}
      aria-busy={state === 'loading'}
      onClick={renew}
    >
      {state === 'ready' && <img src={picture} alt="" width={112} height={44} />}
      {state === 'loading' && texts.loading}
      {state === 'failed' && texts.failed}
    </button>
  )
}
