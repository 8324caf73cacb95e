import { useTexts } from '../../lib/text/texts.ts'
import styles from './captcha-picture.module.css'
import { captchaTexts } from './captcha-texts.ts'

export interface CaptchaPictureProps {
  state: 'loading' | 'failed' | 'ready'
  /** A data URL; empty until loaded. */
  picture: string
  renew: () => void
}

/** Captcha beside a field. A press loads another one. */
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
