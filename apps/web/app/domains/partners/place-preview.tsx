import type { PartnerProduct } from '@yunmu/contract'
import { useId, type ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './place-preview.module.css'
import { partnersTexts } from './partners-texts.ts'

type Kind = PartnerProduct['kind']

/** A drawing of a page or player in which the place for sale is the only lit thing. Dark in both skins. */
export function PlacePreview({ kind }: { kind: Kind }) {
  const texts = useTexts(partnersTexts)
  const Scene = scenes[kind]
  return (
    <div className={styles.preview} aria-hidden="true">
      <svg viewBox="0 0 424 238" preserveAspectRatio="xMidYMid slice">
        <rect width="424" height="238" fill="#0a0d15" />
        <Scene />
      </svg>
      <span className={styles.mark}>{texts.ad}</span>
    </div>
  )
}

const dim = '#1b2130'
const dimmer = '#141926'

interface Box {
  x: number
  y: number
  width: number
  height: number
  radius?: number
}

/** A lit picture: bowls on a dark green table. */
function Table({ x, y, width, height, radius = 0 }: Box) {
  const clip = useId()
  const bowl = (cx: number, cy: number, r: number): ReactNode => (
    <g>
      <circle cx={cx} cy={cy} r={r} fill="#efe6d4" />
      <circle cx={cx} cy={cy} r={r * 0.84} fill="#8f2f1c" />
      <circle cx={cx - r * 0.25} cy={cy - r * 0.2} r={r * 0.26} fill="#e2692f" />
      <circle cx={cx + r * 0.3} cy={cy + r * 0.1} r={r * 0.22} fill="#f0a046" />
      <circle cx={cx - r * 0.1} cy={cy + r * 0.38} r={r * 0.2} fill="#5f8d3c" />
    </g>
  )
  const [unit, middle] = [height / 238, y + height / 2]
  return (
    <g>
      <clipPath id={clip}>
        <rect x={x} y={y} width={width} height={height} rx={radius} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect x={x} y={y} width={width} height={height} fill="#33482c" />
        <circle cx={x + width * 0.6} cy={middle} r={height * 0.8} fill="#41593a" />
        {bowl(x + width * 0.6, middle, 74 * unit)}
        {bowl(x + width * 0.32, y + height * 0.22, 38 * unit)}
        {bowl(x + width * 0.3, y + height * 0.84, 44 * unit)}
        {bowl(x + width * 0.92, y + height * 0.18, 42 * unit)}
        <path
          d={`M${x + width * 0.84} ${y + height * 0.3}L${x + width * 0.66} ${y + height * 0.86}M${x + width * 0.88} ${y + height * 0.34}L${x + width * 0.69} ${y + height * 0.88}`}
          stroke="#2a1d12"
          strokeWidth={3 * unit}
        />
      </g>
    </g>
  )
}

/** A lit picture: dunes below a low sun. */
function Dunes({ x, y, width, height, radius = 0 }: Box) {
  const [clip, sky] = [useId(), useId()]
  return (
    <g>
      <linearGradient id={sky} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#5c3512" />
        <stop offset="1" stopColor="#dba458" />
      </linearGradient>
      <clipPath id={clip}>
        <rect x={x} y={y} width={width} height={height} rx={radius} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect x={x} y={y} width={width} height={height} fill={`url(#${sky})`} />
        <circle cx={x + width * 0.62} cy={y + height * 0.42} r={height * 0.24} fill="#f6e8c8" />
        <path
          d={`M${x} ${y + height * 0.66}q${width * 0.28} ${-height * 0.3} ${width * 0.55} 0t${width * 0.5} ${-height * 0.08}V${y + height}H${x}z`}
          fill="#9a6124"
        />
        <path
          d={`M${x} ${y + height * 0.9}q${width * 0.4} ${-height * 0.4} ${width} ${-height * 0.06}V${y + height}H${x}z`}
          fill="#6b3f14"
        />
      </g>
    </g>
  )
}

/** The header and the posters of a page. */
function Page({ rows = 2 }: { rows?: number }) {
  return (
    <g>
      <rect width="424" height="26" fill={dimmer} />
      <circle cx="18" cy="13" r="5" fill={dim} />
      {[36, 72, 108, 144].map((x) => (
        <rect key={x} x={x} y="10" width="24" height="6" rx="3" fill={dim} />
      ))}
      {Array.from({ length: rows }, (_, row) =>
        [0, 1, 2, 3, 4].map((column) => (
          <g key={`${row} ${column}`}>
            <rect x={18 + column * 79} y={42 + row * 104} width="70" height="82" rx="5" fill={dim} />
            <rect x={18 + column * 79} y={130 + row * 104} width="44" height="5" rx="2.5" fill={dimmer} />
          </g>
        )),
      )}
    </g>
  )
}

/** Dusk over water, in which a film stands still. */
function Dusk() {
  return (
    <g>
      <rect width="424" height="238" fill="#16121f" />
      <rect y="104" width="424" height="40" fill="#37211c" />
      <rect y="134" width="424" height="104" fill="#131a2c" />
      <circle cx="290" cy="130" r="22" fill="#4c3b39" />
      <path d="M0 144h424v94H0z" fill="#0e1424" />
    </g>
  )
}

function SeekBar({ share }: { share: number }) {
  return (
    <g>
      <rect x="16" y="218" width="392" height="3" rx="1.5" fill="#ffffff" opacity="0.3" />
      <rect x="16" y="218" width={392 * share} height="3" rx="1.5" fill="#ff4d3d" />
    </g>
  )
}

const scenes: Record<Kind, () => ReactNode> = {
  home: () => (
    <>
      <Page />
      <rect y="150" width="424" height="88" fill="#0a0d15" opacity="0.6" />
      <Dunes x={62} y={174} width={300} height={50} radius={6} />
    </>
  ),
  pre: () => (
    <>
      <Table x={0} y={0} width={424} height={238} />
      <rect y="180" width="424" height="58" fill="#000000" opacity="0.35" />
      <SeekBar share={0.25} />
    </>
  ),
  pause: () => (
    <>
      <Dusk />
      <Table x={102} y={42} width={220} height={124} radius={6} />
      <path d="M18 198v12M24 198v12" stroke="#fff" strokeWidth="3" />
      <SeekBar share={0.58} />
    </>
  ),
  list: () => (
    <>
      <Page />
      <rect y="142" width="424" height="96" fill="#0a0d15" />
      <Table x={62} y={158} width={300} height={62} radius={6} />
    </>
  ),
  text: () => (
    <>
      <rect x="18" y="18" width="270" height="128" rx="5" fill={dim} />
      <path d="M142 66v32l28-16z" fill={dimmer} />
      {[18, 46, 74, 102].map((y) => (
        <rect key={y} x="304" y={y} width="102" height="18" rx="4" fill={dimmer} />
      ))}
      <rect x="18" y="160" width="92" height="12" rx="6" fill={dim} />
      <rect x="18" y="182" width="240" height="6" rx="3" fill={dimmer} />
      <rect x="18" y="204" width="22" height="12" rx="3" fill="#e8b866" />
      <rect x="48" y="205" width="164" height="10" rx="5" fill="#f3efe4" />
    </>
  ),
  box: () => (
    <>
      <Page />
      <rect width="424" height="238" fill="#0a0d15" opacity="0.4" />
      <Dunes x={18} y={132} width={128} height={90} radius={6} />
    </>
  ),
  match: () => (
    <>
      <rect width="424" height="238" fill="#0c1726" />
      <path d="M0 128h424v110H0z" fill="#12301f" />
      <path d="M70 0 20 128h90zM212 0l-56 128h112zM354 0l-40 128h96z" fill="#3a2330" opacity="0.7" />
      <ellipse cx="212" cy="182" rx="84" ry="30" fill="none" stroke="#ffffff" opacity="0.3" />
      <path d="M0 182h424" stroke="#ffffff" opacity="0.3" />
      <rect x="14" y="14" width="166" height="28" rx="5" fill="#05070b" />
      <rect x="24" y="25" width="40" height="6" rx="3" fill="#8b94a7" />
      <rect x="128" y="25" width="40" height="6" rx="3" fill="#8b94a7" />
      <path d="M84 22v12M100 22v12" stroke="#e8ecf3" strokeWidth="4" />
      <path d="M14 42h124v18a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z" fill="#f3efe4" />
      <rect x="24" y="50" width="46" height="7" rx="3.5" fill="#4a4538" />
      <rect x="78" y="50" width="46" height="7" rx="3.5" fill="#b9ae95" />
    </>
  ),
  danmaku: () => (
    <>
      <rect width="424" height="238" fill="#0b1720" />
      <path d="M130 238 196 96h40l72 142z" fill="#14313a" />
      <path d="M216 120c-8 0-10 12-10 30v40h22v-40c0-18-4-30-12-30z" fill="#05090d" />
      {[40, 84, 330, 372].map((x) => (
        <circle key={x} cx={x} cy="40" r="9" fill="#8a3222" opacity="0.6" />
      ))}
      <rect x="26" y="62" width="110" height="10" rx="5" fill="#e8ecf3" opacity="0.4" />
      <rect x="262" y="62" width="64" height="10" rx="5" fill="#e8ecf3" opacity="0.4" />
      <rect x="58" y="132" width="92" height="10" rx="5" fill="#e8ecf3" opacity="0.4" />
      <rect x="292" y="132" width="70" height="10" rx="5" fill="#e8ecf3" opacity="0.4" />
      <rect x="138" y="90" width="184" height="28" rx="14" fill="#cfe5bf" />
      <circle cx="154" cy="104" r="9" fill="#2f6b6a" />
      <rect x="172" y="99" width="134" height="10" rx="5" fill="#22352a" />
    </>
  ),
}
