export { recurringAbi } from './recurringAbi.ts'
export { recurringProxyArtifact } from './recurringProxyArtifact.ts'
