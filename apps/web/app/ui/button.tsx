import type { ComponentProps } from 'react'
import { Link } from './link.tsx'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons/icons.tsx'

/** `primary`: the main action; `plain`: on the page's background; `overArt`: over a picture. */
export type ButtonVariant = 'primary' | 'plain' | 'overArt'

interface ButtonOptions {
  variant?: ButtonVariant
  icon?: IconName
}

const buttonClass = (variant: ButtonVariant): string => classNames(styles.button, styles[variant])

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'plain',
  icon,
  children,
  ...rest
}: ComponentProps<typeof Link> & ButtonOptions) {
  return (
    <Link {...rest} className={classNames(buttonClass(variant), rest.className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

/** A button. While `pending` it shows a spinner, keeps its colour and is disabled. */
export function Button({
  variant = 'plain',
  icon,
  pending = false,
  children,
  ...rest
}: ComponentProps<'button'> & ButtonOptions & { pending?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(variant), rest.className)}
      disabled={pending || rest.disabled}
      data-pending={pending || undefined}
    >
      {pending && <span className={styles.ring} aria-hidden="true" />}
      {icon && !pending && <Icon name={icon} />}
      {children}
    </button>
  )
}
