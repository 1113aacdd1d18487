// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A Safe for tests: executes the transactions that its signers agreed on, once, in the order of its nonces.
/// @dev It matches Safe 1.4.1 in everything visible from outside: the hash that signers sign (EIP-712), the call that executes it, its
/// events and its nonce. It lacks modules, guards, gas refunds and contract signatures.
contract TestSafe {
    bytes32 private constant DOMAIN_TYPEHASH = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 private constant SAFE_TX_TYPEHASH = keccak256(
        "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)"
    );
    uint256 private constant SIGNATURE_LENGTH = 65;

    uint256 public nonce;
    uint256 private immutable threshold;
    mapping(address => bool) public isOwner;

    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);

    error NotOwner(address signer);
    error UnsortedSigners();
    error TooFewSignatures();
    error CallFailed();
    error GasIsNotPaidBack();

    constructor(address[] memory owners, uint256 threshold_) payable {
        for (uint256 i = 0; i < owners.length; i++) {
            isOwner[owners[i]] = true;
        }
        threshold = threshold_;
    }

    receive() external payable {}

    function getThreshold() external view returns (uint256) {
        return threshold;
    }

    /// @notice Executes a transaction that enough owners have signed. Any account may send it.
    /// @param operation 0 calls; 1 runs the code of `to` as the Safe, for example to make several calls at once.
    /// @param signatures 65 bytes each, in the order of the signers' addresses.
    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes calldata signatures
    ) external payable returns (bool success) {
        if (safeTxGas + baseGas + gasPrice > 0 || gasToken != address(0) || refundReceiver != address(0)) {
            revert GasIsNotPaidBack();
        }
        bytes32 txHash = getTransactionHash(to, value, data, operation, 0, 0, 0, address(0), address(0), nonce);
        nonce++;
        checkSignatures(txHash, signatures);
        (success,) = operation == 1 ? to.delegatecall(data) : to.call{value: value}(data);
        if (!success) revert CallFailed();
        emit ExecutionSuccess(txHash, 0);
    }

    /// @notice The EIP-712 hash that the owners sign.
    function getTransactionHash(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address refundReceiver,
        uint256 nonce_
    ) public view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPEHASH, block.chainid, address(this)));
        bytes memory head = abi.encode(SAFE_TX_TYPEHASH, to, value, keccak256(data), operation);
        bytes memory rest = abi.encode(safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce_);
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(bytes.concat(head, rest))));
    }

    function checkSignatures(bytes32 txHash, bytes calldata signatures) private view {
        if (signatures.length < threshold * SIGNATURE_LENGTH) revert TooFewSignatures();
        address last = address(0);
        for (uint256 i = 0; i < threshold; i++) {
            bytes calldata one = signatures[i * SIGNATURE_LENGTH:(i + 1) * SIGNATURE_LENGTH];
            address signer = ecrecover(txHash, uint8(one[64]), bytes32(one[0:32]), bytes32(one[32:64]));
            if (!isOwner[signer]) revert NotOwner(signer);
            if (signer <= last) revert UnsortedSigners();
            last = signer;
        }
    }
}
