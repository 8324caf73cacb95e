import type { Captcha } from '../../lib/captcha/use-captcha.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './captcha-picture.module.css'
import { captchaTexts } from './captcha-texts.ts'

/** Captcha beside a field. A press loads another one. */
export function CaptchaPicture({ state, picture, renew }: Pick<Captcha, 'state' | 'picture' | 'renew'>) {
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
