import type { PaymentMethod } from '@yunmu/contract'
import { useId } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon, type IconName } from '../../ui/icons/icons.tsx'
import { choose } from './checkout.ts'
import styles from './method-picker.module.css'
import { vipDomainTexts } from './vip-domain-texts.ts'

/** Drawn signs of methods without a picture, by id. */
const signs: ReadonlyMap<number, IconName> = new Map<number, IconName>([
  [1, 'bolt'],
  [2, 'bubble'],
  [3, 'card'],
  [4, 'qr'],
])

interface MethodPickerProps {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod | null
}

const maxColumns = 4

/** The payment methods as tiles; one a line on phones. */
export function MethodPicker({ methods, chosen }: MethodPickerProps) {
  const texts = useTexts(vipDomainTexts)
  const name = useId()
  return (
    <fieldset className={styles.methods} style={{ '--columns': Math.min(maxColumns, Math.max(2, methods.length)) }}>
      <legend>{texts.methods}</legend>
      {methods.map((method) => (
        <label key={method.id} className={styles.method} data-method={method.id}>
          <input
            type="radio"
            name={name}
            className="unseen"
            checked={method.id === chosen?.id}
            onChange={() => choose({ methodId: method.id })}
          />
          {method.img === '' ? (
            <Icon name={signs.get(method.id) ?? 'card'} />
          ) : (
            <img src={method.img} alt="" width={20} height={20} />
          )}
          <span className={styles.words}>
            <b>{method.name}</b>
            <span>{method.desc}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
