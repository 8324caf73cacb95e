import type { PartnerProduct } from '@yunmu/contract'
import { cooperationBounds, cooperationBudgets } from '@yunmu/contract/cooperation-bounds'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CaptchaField } from '../../ui/forms/captcha-field.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './booking-form.module.css'
import { bookingTexts } from './booking-texts.ts'
import type { Booking } from './use-booking.ts'

interface FormProps {
  booking: Booking
  products: readonly PartnerProduct[]
}

/** Fields are checked on leaving them; sending focuses the first wrong one. */
export function BookingForm({ booking, products }: FormProps) {
  const texts = useTexts(bookingTexts)
  const { form, captcha, hasFailed, submit } = booking
  const { errors, isSubmitting } = form.formState
  const { company, contact, phone, email } = cooperationBounds
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Places booking={booking} products={products} />
      <Field
        {...form.register('company')}
        label={texts.company}
        error={errors.company?.message}
        maxLength={company}
        autoComplete="organization"
      />
      <Field
        {...form.register('contact')}
        label={texts.contact}
        error={errors.contact?.message}
        maxLength={contact}
        autoComplete="name"
      />
      <Field
        {...form.register('phone')}
        label={texts.phone}
        error={errors.phone?.message}
        maxLength={phone}
        type="tel"
        autoComplete="tel"
      />
      <Field
        {...form.register('email')}
        label={texts.email}
        error={errors.email?.message}
        maxLength={email}
        type="email"
        autoComplete="email"
      />
      <Field {...form.register('fromDay')} label={texts.from} error={errors.fromDay?.message} type="date" />
      <Field {...form.register('toDay')} label={texts.to} error={errors.toDay?.message} type="date" />
      <Budget booking={booking} />
      <Message booking={booking} />
      {captcha.state !== 'none' && (
        <div className={styles.wide}>
          <CaptchaField {...form.register('captcha')} captcha={captcha} error={errors.captcha?.message} />
        </div>
      )}
      {errors.root && <ErrorMessage>{errors.root.message ?? ''}</ErrorMessage>}
      <div className={styles.foot}>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {isSubmitting ? texts.sending : hasFailed ? texts.retry : texts.submit}
        </Button>
        {hasFailed ? <ErrorMessage>{texts.notSent}</ErrorMessage> : <p>{texts.privacy}</p>}
      </div>
    </form>
  )
}

function Places({ booking: { products: chosen, toggleProduct }, products }: FormProps) {
  const texts = useTexts(bookingTexts)
  const id = useId()
  if (products.length === 0) return null
  return (
    <div className={styles.places} role="group" aria-labelledby={id}>
      <p id={id}>
        {texts.places} <span>{texts.placesHint}</span>
      </p>
      {products.map((product) => {
        const isChosen = chosen.includes(product.id)
        return (
          <button key={product.id} type="button" aria-pressed={isChosen} onClick={() => toggleProduct(product.id)}>
            {isChosen && <Icon name="check" size={16} />}
            {product.name}
          </button>
        )
      })}
    </div>
  )
}

function Budget({ booking: { form } }: Pick<FormProps, 'booking'>) {
  const texts = useTexts(bookingTexts)
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{texts.budget}</label>
      <select {...form.register('budget')} id={id}>
        {cooperationBudgets.map((budget) => (
          <option key={budget} value={budget}>
            {texts.budgets[budget]}
          </option>
        ))}
      </select>
    </div>
  )
}

function Message({ booking: { form } }: Pick<FormProps, 'booking'>) {
  const texts = useTexts(bookingTexts)
  const id = useId()
  const { length } = useWatch({ control: form.control, name: 'message' })
  const error = form.formState.errors.message?.message
  return (
    <div className={`${styles.field} ${styles.wide}`}>
      <div className={styles.label}>
        <label htmlFor={id}>
          {texts.message} {texts.optional}
        </label>
        <span>
          {length} / {cooperationBounds.message}
        </span>
      </div>
      <textarea {...form.register('message')} id={id} aria-invalid={error !== undefined || undefined} />
      {error !== undefined && <ErrorMessage>{error}</ErrorMessage>}
    </div>
  )
}
