import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons.tsx'

/** `primary` is the one thing to do, `plain` stands on the ground, `overArt` over a picture. */
export type ButtonLook = 'primary' | 'plain' | 'overArt'

interface Looks {
  look?: ButtonLook
  icon?: IconName
}

const face = (look: ButtonLook, square = false): string =>
  classNames(styles.button, styles[look], square && styles.square)

/** A button with a word, 48 high. */
export function Button({ look = 'plain', icon, children, ...rest }: ComponentProps<'button'> & Looks) {
  return (
    <button type="button" {...rest} className={classNames(face(look), rest.className)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'plain', icon, children, ...rest }: ComponentProps<typeof Link> & Looks) {
  return (
    <Link {...rest} className={classNames(face(look), rest.className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

/** A square button with an icon alone: `label` is its accessible name and its tooltip. */
export function IconButton({
  look = 'plain',
  icon,
  label,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { look?: ButtonLook; icon: IconName; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(face(look, true), rest.className)}
    >
      <Icon name={icon} />
    </button>
  )
}
