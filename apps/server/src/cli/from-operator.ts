import { resolve } from 'node:path'

/** A file as the operator named it: npm runs us in the project's folder, and they are elsewhere. */
export const fromOperator = (file: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), file)
