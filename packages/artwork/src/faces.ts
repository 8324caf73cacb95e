import { darken, mix } from './colour.ts'
import { brightest, type Palette } from './palettes.ts'
import { fine, px } from './paint.ts'
import { createRandom, type SeededRandom } from './random.ts'
import { boxAround, type Box } from './scene.ts'

/** Heads and shoulders of few planes: a lit and a shaded side, hair, clothes. */

const shortHair = ['short', 'parted', 'curly', 'grey'] as const
const longHair = ['long', 'bob', 'bun', 'tail', 'wavy'] as const
type Hair = (typeof shortHair)[number] | (typeof longHair)[number] | 'topknot'

export type Wear = 'shirt' | 'coat' | 'round' | 'robe' | 'scarf'

/** What a person looks like. */
export interface Look {
  hair: Hair
  wear: Wear
  glasses: boolean
  beard: boolean
  /** 0 to 1: from pale to tanned. */
  tan: number
}

/** Who is drawn: somebody with short or long hair, or somebody of a time long ago. */
export type Person = 'short' | 'long' | 'period'

export function lookOf(random: SeededRandom, person: Person = random.chance(0.5) ? 'short' : 'long'): Look {
  const hair =
    person === 'period'
      ? random.pick(['topknot', 'bun'] as const)
      : random.pick<Hair>(person === 'short' ? shortHair : longHair)
  const wear =
    person === 'period'
      ? 'robe'
      : random.pick(['shirt', 'coat', 'round', person === 'long' ? 'scarf' : 'coat'] as const)
  return {
    hair,
    wear,
    glasses: person !== 'period' && random.chance(0.24),
    beard: (hair === 'grey' || hair === 'topknot') && random.chance(0.5),
    tan: random.range(0, 0.7),
  }
}

/** How a person looks in every picture with this seed. */
export const lookOfSeed = (seed: string, person?: Person): Look => lookOf(createRandom(`look ${seed}`), person)

/** Hair behind the head and before it, in units of the head: 100 wide, its middle at 0,0. */
const hairs: Readonly<Record<Hair, { back: string; front: string; gloss: string }>> = {
  short: {
    back: '',
    front:
      'M-49,4C-60,-58-44,-100 2,-100C48,-100 60,-60 49,4L43,-14C44,-34 38,-50 26,-54C4,-60-16,-48-36,-52C-42,-42-42,-28-43,-12Z',
    gloss: 'M-38,-58C-30,-84-10,-93 8,-92C-10,-84-22,-74-28,-54Z',
  },
  parted: {
    back: '',
    front: 'M-50,0C-58,-60-40,-98 4,-100C46,-100 58,-62 49,2L44,-16C46,-38 34,-54 14,-70C2,-56-24,-50-40,-36L-44,-14Z',
    gloss: 'M-36,-50C-28,-78-6,-92 12,-90C-4,-80-14,-66-20,-50Z',
  },
  curly: {
    back: '',
    front:
      'M-47,2C-62,-6-64,-30-54,-42C-62,-62-48,-82-32,-82C-28,-100-4,-106 8,-96C26,-106 46,-92 46,-76C62,-68 64,-46 54,-36C60,-20 56,-4 47,2C46,-22 42,-40 30,-48C16,-40-14,-40-28,-50C-42,-40-46,-22-47,2Z',
    gloss: 'M-42,-56C-42,-74-24,-82-10,-84C-22,-74-28,-64-28,-52Z',
  },
  grey: {
    back: '',
    front:
      'M-49,8C-56,-40-50,-76-26,-90C-2,-100 40,-98 50,-58C54,-36 52,-10 49,8L43,-10C44,-34 40,-58 22,-70C-2,-78-26,-70-38,-52C-42,-38-43,-24-44,-8Z',
    gloss: 'M-40,-46C-36,-70-18,-84 0,-84C-16,-76-26,-64-30,-46Z',
  },
  long: {
    back: 'M-54,-40C-78,30-64,110-92,196H92C66,110 78,30 54,-40Z',
    front:
      'M0,-74C-10,-60-34,-46-44,-14C-48,14-46,40-52,66C-70,10-66,-98 0,-100C66,-98 70,10 52,66C46,40 48,14 44,-14C34,-46 10,-60 0,-74Z',
    gloss: 'M-50,-8C-52,-58-32,-88-6,-92C-30,-76-42,-50-46,-6Z',
  },
  bob: {
    back: 'M-54,-30C-72,20-70,60-58,84H58C70,60 72,20 54,-30Z',
    front:
      'M-50,-46C-30,-46 10,-40 44,-52C48,-20 44,20 48,70C66,40 72,-96 2,-100C-72,-98-66,40-48,70C-42,20-46,-20-40,-46Z',
    gloss: 'M-50,-20C-52,-66-28,-90-2,-91C-28,-78-40,-58-44,-24Z',
  },
  bun: {
    back: 'M-30,-104a32,28 0 1 1 64,-2a32,28 0 1 1 -64,2Z',
    front: 'M-49,6C-58,-62-40,-98 2,-98C44,-98 58,-60 49,6L44,-14C44,-44 26,-64 0,-68C-26,-64-42,-44-44,-14Z',
    gloss: 'M-40,-40C-38,-72-18,-88 2,-88C-18,-76-28,-62-32,-42Z',
  },
  tail: {
    back: 'M30,-92C92,-96 100,-20 84,40C76,70 84,96 70,120C56,90 66,40 50,-10C44,-40 40,-70 30,-92Z',
    front: 'M-49,8C-58,-62-40,-98 2,-98C46,-98 58,-60 49,8L43,-16C42,-38 30,-52 8,-60C-6,-50-26,-46-40,-34L-44,-12Z',
    gloss: 'M-40,-42C-38,-72-18,-88 2,-88C-18,-76-28,-62-32,-42Z',
  },
  wavy: {
    back: 'M-52,-50C-84,-20-62,20-80,56C-92,92-70,110-84,150C-60,170-40,150-20,160H40C60,150 70,168 86,148C72,110 92,90 78,54C62,20 84,-20 52,-50Z',
    front:
      'M10,-72C-8,-54-36,-48-44,-16C-48,10-44,30-54,54C-72,12-64,-98 4,-100C66,-100 70,12 54,54C44,30 48,8 44,-18C40,-40 26,-56 10,-72Z',
    gloss: 'M-50,-8C-52,-58-30,-88-2,-92C-28,-76-42,-50-46,-6Z',
  },
  topknot: {
    back: 'M-18,-106C-24,-134 24,-134 18,-106L14,-92H-14Z',
    front: 'M-49,4C-56,-60-42,-96 0,-98C42,-96 56,-60 49,4L44,-14C46,-46 28,-66 0,-70C-28,-66-46,-46-44,-14Z',
    gloss: 'M-40,-42C-38,-70-18,-86 0,-88C-18,-76-28,-62-32,-44Z',
  },
}

const head = 'M-45,-26C-48,8-46,34-34,54L-15,74Q0,82 15,74L34,54C46,34 48,8 45,-26C46,-84-46,-84-45,-26Z'
/** The side away from the light, along brow, nose, mouth and chin. */
const shadedSide =
  'M4,-66C10,-44 5,-34 8,-18L17,16Q19,24 8,26L6,34L13,42L5,50L8,58L3,79Q10,79 15,74L34,54C46,34 48,8 45,-26C45,-54 26,-68 4,-66Z'
const cheek = 'M-44,6L-22,18L-14,40L-30,56C-40,44-45,26-44,6Z'
const neck = 'M-24,44L-27,104H27L24,44Z'
const shoulders = 'M-27,92C-84,104-124,124-138,190L-150,420H150L138,190C124,124 84,104 27,92Q0,122-27,92Z'
const shadedShoulder = 'M14,106Q22,100 27,92C84,104 124,124 138,190L150,420H30Z'

const collars: Readonly<Record<Wear, { light: string; dark: string }>> = {
  round: { light: 'M-32,92Q0,132 32,92L38,98Q0,148-38,98Z', dark: '' },
  shirt: { light: 'M-30,88L0,128L-26,150L-44,100ZM30,88L0,128L26,150L44,100Z', dark: 'M-2,128H2L5,420H-5Z' },
  coat: {
    light: 'M-30,90L0,126L30,90L22,190L0,224L-22,190Z',
    dark: 'M-36,88L-64,108L-42,160L-6,250L-18,180ZM36,88L64,108L42,160L6,250L18,180Z',
  },
  robe: { light: 'M-34,88L34,196L24,214L-48,100ZM34,88L4,136L-4,124L22,88Z', dark: 'M34,196L24,214L60,420H76Z' },
  scarf: {
    light:
      'M-46,74C-20,104 24,104 46,74C58,96 56,116 44,126C16,142-18,142-44,126C-58,114-58,94-46,74ZM8,128L34,124L42,236L14,244Z',
    dark: 'M46,74C58,96 56,116 44,126C26,136 6,138-12,137C16,126 36,104 46,74Z',
  },
}

interface Tones {
  lit: string
  skin: string
  shade: string
  deepSkin: string
  hair: string
  gloss: string
  cloth: string
  clothShade: string
  collar: string
}

function tonesOf(palette: Palette, look: Look, cloth: string): Tones {
  const base = mix('#f1c7a2', '#b97a52', look.tan)
  const isGrey = look.hair === 'grey'
  const hair = isGrey ? mix('#b9bcc2', palette.mid, 0.25) : darken(mix(palette.deep, '#1a1414', 0.4), 0.1)
  return {
    lit: mix(mix(base, '#fff1df', 0.4), brightest(palette), 0.3),
    skin: mix(base, palette.light, 0.22),
    shade: mix(mix(base, '#7c4436', 0.5), palette.mid, 0.34),
    deepSkin: mix(mix(base, '#4a2522', 0.72), palette.dark, 0.4),
    hair,
    gloss: isGrey ? '#e3e4e6' : mix(hair, palette.warm, 0.34),
    cloth,
    clothShade: darken(mix(cloth, palette.deep, 0.35), 0.25),
    collar: look.wear === 'shirt' ? mix('#f4f0e6', palette.light, 0.4) : mix(cloth, brightest(palette), 0.38),
  }
}

const eyes = (tones: Tones): string =>
  `<path d="M-38,-22Q-24,-30-8,-20L-9,-15Q-24,-23-38,-17Z" fill="${tones.hair}"/><path d="M13,-20Q26,-30 39,-22L38,-17Q26,-23 14,-15Z" fill="${tones.hair}"/>` +
  `<path d="M-36,-8Q-23,-17-10,-5Q-23,0-36,-8Z" fill="#fbf3ea"/><path d="M14,-5Q26,-17 38,-8Q26,0 14,-5Z" fill="${mix('#fbf3ea', tones.shade, 0.45)}"/>` +
  `<circle cx="-23" cy="-8.5" r="5" fill="#1c1416"/><circle cx="26" cy="-8.5" r="5" fill="#120c0e"/><circle cx="-25" cy="-10.5" r="1.4" fill="#ffffff"/>` +
  `<path d="M-38,-8Q-23,-20-8,-5L-10,-5Q-23,-14-36,-7ZM12,-5Q26,-20 40,-8L38,-7Q26,-14 14,-5Z" fill="${tones.hair}"/>`

const spectacles = (colour: string): string =>
  `<g fill="#ffffff" fill-opacity=".1" stroke="${colour}" stroke-width="2.6"><rect x="-42" y="-20" width="34" height="26" rx="10"/><rect x="10" y="-20" width="34" height="26" rx="10"/><path d="M-8,-10Q1,-16 10,-10M-42,-12L-49,-16M44,-12L49,-16" fill="none"/></g>`

const beardPath =
  'M-40,26C-38,60-18,92 0,92C18,92 38,60 40,26C32,42 22,40 14,36Q0,30-14,36C-22,40-32,42-40,26ZM-9,43Q0,39 9,43Q0,50-9,43Z'

/**
 * A person from head to chest, who looks at the viewer. The light falls from the left, with `facing` -1 from the right.
 * Height of the head is about 1.8 × `size`; x and y are the middle of the face.
 */
export function bust(
  place: { x: number; y: number; size: number; facing: 1 | -1; palette: Palette },
  look: Look,
  cloth: string,
): string {
  const { x, y, size, facing, palette } = place
  const tones = tonesOf(palette, look, cloth)
  const { back, front, gloss } = hairs[look.hair]
  const { light, dark } = collars[look.wear]
  const scale = size / 100
  const ear = `<path d="M-45,-14C-54,-18-56,6-45,16ZM45,-14C54,-18 56,6 45,16Z" fill="${tones.shade}"/>`
  const face =
    `<path d="${head}" fill="${tones.skin}"/><path d="M-40,-40C-34,-62-12,-70 2,-64L4,-24L-8,-26L-38,-28Z" fill="${tones.lit}" opacity=".7"/>` +
    `<path d="${cheek}" fill="${tones.lit}" opacity=".45"/><path d="${shadedSide}" fill="${tones.shade}"/>` +
    `<path d="M-7,22L2,27L8,26L17,20L8,30L-2,29Z" fill="${tones.deepSkin}" opacity=".7"/>${eyes(tones)}` +
    `<path d="M-14,45L-4,41L2,43L8,41L16,45Q2,49-14,45Z" fill="${mix(tones.deepSkin, '#8f2f34', 0.4)}"/><path d="M-11,47Q2,57 13,47Q2,50-11,47Z" fill="${mix(tones.shade, '#b4545a', 0.45)}"/>`
  const beard = look.beard ? `<path d="${beardPath}" fill="${tones.hair}" fill-rule="evenodd"/>` : ''
  const body =
    `<path d="${neck}" fill="${tones.skin}"/><path d="M-25,54C-10,78 20,80 25,54L27,104L0,110L-26,84Z" fill="${tones.shade}"/>` +
    `<path d="${shoulders}" fill="${tones.cloth}"/><path d="${shadedShoulder}" fill="${tones.clothShade}"/>` +
    `<path d="${light}" fill="${tones.collar}"/>${dark === '' ? '' : `<path d="${dark}" fill="${tones.clothShade}"/>`}`
  return (
    `<g transform="translate(${px(x)},${px(y)}) scale(${fine(scale * facing)},${fine(scale)})">` +
    `${back === '' ? '' : `<path d="${back}" fill="${darken(tones.hair, 0.25)}"/>`}${body}${ear}${face}${beard}` +
    `<path d="${front}" fill="${tones.hair}"/><path d="${gloss}" fill="${tones.gloss}" opacity=".8"/>${look.glasses ? spectacles(tones.gloss) : ''}</g>`
  )
}

/** The area of head and hair. */
export const bustBox = (x: number, y: number, size: number): Box => boxAround(x, y - size * 0.08, size * 1.2, size * 2)
