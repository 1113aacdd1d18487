export {
  type Destination,
  DestinationError,
  type DestinationErrorCode,
  destinationToken,
  formatDestinationId,
  parseDestinationId,
} from './destinationId.ts'
