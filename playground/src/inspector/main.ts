import './webhook-inspector.ts'
