import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons/icons.tsx'

/** `primary` is the one thing to do, `plain` stands on the ground, `overArt` over a picture. */
export type ButtonLook = 'primary' | 'plain' | 'overArt'

interface Looks {
  look?: ButtonLook
  icon?: IconName
}

const face = (look: ButtonLook): string => classNames(styles.button, styles[look])

/** A link that looks like a button. */
export function ButtonLink({ look = 'plain', icon, children, ...rest }: ComponentProps<typeof Link> & Looks) {
  return (
    <Link {...rest} className={classNames(face(look), rest.className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

/** A button; `pending` says that it was pressed and is at work: it keeps its colour, and cannot be pressed again. */
export function Button({
  look = 'plain',
  icon,
  pending = false,
  children,
  ...rest
}: ComponentProps<'button'> & Looks & { pending?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(face(look), rest.className)}
      disabled={pending || rest.disabled}
      data-pending={pending || undefined}
    >
      {pending && <span className={styles.ring} aria-hidden="true" />}
      {icon && !pending && <Icon name={icon} />}
      {children}
    </button>
  )
}
