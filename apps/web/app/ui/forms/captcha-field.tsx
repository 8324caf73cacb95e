import type { Captcha } from '../../lib/captcha/use-captcha.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './captcha-field.module.css'
import { CaptchaPicture } from './captcha-picture.tsx'
import { captchaTexts } from './captcha-texts.ts'
import { Field, type FieldProps } from './field.tsx'

/**
 * Captcha input; a press on the picture loads another. Who cannot read pictures lets the device compute for some
 * seconds instead.
 */
export function CaptchaField({
  captcha,
  ...input
}: { captcha: Captcha } & Omit<FieldProps, 'label' | 'trailing' | 'placeholder'>) {
  const texts = useTexts(captchaTexts)
  const { proof } = captcha
  // Without a captcha there is nothing to compute for.
  const isProving = proof.isChosen && captcha.state !== 'failed'
  const isProven = isProving && proof.donePercent === 100
  return (
    <div className={styles.captcha}>
      {isProving ? (
        <Field
          key="proof"
          label={texts.label}
          error={input.error}
          value={isProven ? texts.proven : texts.proving(proof.donePercent)}
          readOnly
        />
      ) : (
        <Field
          key="picture"
          {...input}
          label={texts.label}
          placeholder={texts.hint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          trailing={<CaptchaPicture {...captcha} />}
        />
      )}
      <button type="button" className={styles.other} onClick={() => proof.choose(!proof.isChosen)}>
        {proof.isChosen ? texts.byPicture : texts.byProof}
      </button>
      <span className="unseen" role="status">
        {isProving && (isProven ? texts.proven : texts.provingNote)}
        {proof.hasFailed && texts.proofFailed}
      </span>
    </div>
  )
}
