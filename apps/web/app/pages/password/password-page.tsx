import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useCall } from '../../lib/calls/call-query.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, guideUrl, homeUrl } from '../../lib/urls.ts'
import { Link } from '../../ui/link.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { channelCall, readPasswordAddress, titleCall, type PasswordAddress } from './password-address.ts'
import { PasswordForm } from './password-form.tsx'
import styles from './password-page.module.css'
import { passwordTexts } from './password-texts.ts'

/** Asks for the password of what a player page plays, in a frame like the player's, and returns to that page. */
export function PasswordPage() {
  const texts = useTexts(passwordTexts)
  const { pathname, search } = useLocation()
  const address = readPasswordAddress(`${pathname}${search}`)
  return (
    <main className={styles.page}>
      <PageMeta page="PassWord" title={texts.pageTitle} />
      {address ? <Locked address={address} /> : <Nothing />}
    </main>
  )
}

function Nothing() {
  const texts = useTexts(passwordTexts)
  return (
    <Frame name={texts.pageTitle} picture="">
      <p className={styles.hint}>{texts.nothing}</p>
      <Link to={homeUrl} className={styles.back}>
        {texts.home}
      </Link>
    </Frame>
  )
}

function Locked({ address }: { address: PasswordAddress }) {
  const { subject } = address
  return subject.kind === 'vod' ? (
    <LockedTitle address={address} subject={subject} />
  ) : (
    <LockedChannel address={address} subject={subject} />
  )
}

interface LockedProps<Kind> {
  address: PasswordAddress
  subject: Extract<PasswordAddress['subject'], { kind: Kind }>
}

function LockedTitle({ address, subject }: LockedProps<'vod'>) {
  const texts = useTexts(passwordTexts)
  const pictures = usePictures()
  const { data } = useCall('vodDetail', titleCall(subject))
  return (
    <Frame name={data?.name ?? ''} picture={data ? pictures(data.backdrop, 'wide').src : ''}>
      <PasswordForm address={address} />
      <Link to={detailsUrl(subject)} className={styles.back}>
        {texts.back}
      </Link>
    </Frame>
  )
}

function LockedChannel({ address, subject }: LockedProps<'live'>) {
  const texts = useTexts(passwordTexts)
  const { data } = useCall('liveInfo', channelCall(subject))
  return (
    <Frame name={data?.name ?? ''} picture="">
      <PasswordForm address={address} />
      <Link to={guideUrl()} className={styles.back}>
        {texts.backToGuide}
      </Link>
    </Frame>
  )
}

function Frame({ name, picture, children }: { name: string; picture: string; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      {picture !== '' && <img className={styles.artwork} src={picture} alt="" fetchPriority="low" />}
      <div className={styles.words}>
        <span className={styles.lock} aria-hidden="true" />
        <h1 className={styles.name}>{name}</h1>
        {children}
      </div>
    </div>
  )
}
