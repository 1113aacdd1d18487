// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A smart account for tests: its owner's key signs for it (ERC-1271), unless it is set to misbehave.
contract SmartAccount {
    /// @notice How the account responds to a signature check.
    enum Behaviour {
        Honest,
        WrongMagic,
        Reverts,
        BurnsGas,
        AnswersMegabyte,
        MegabyteAfterMagic,
        ShortAnswer,
        DirtyMagic,
        AnswersTrue,
        RevertsWithMagic
    }

    bytes4 private constant MAGIC_VALUE = 0x1626ba7e;
    uint256 private constant MEGABYTE = 1_000_000;

    address public immutable owner;
    Behaviour public immutable behaviour;

    constructor(address owner_, Behaviour behaviour_) {
        owner = owner_;
        behaviour = behaviour_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (behaviour != Behaviour.Honest) misbehave();
        bool isOwners = signature.length == 65 && recover(hash, signature) == owner;
        return isOwners ? MAGIC_VALUE : bytes4(0xffffffff);
    }

    function misbehave() private view {
        bytes32 magicWord = MAGIC_VALUE;
        if (behaviour == Behaviour.Reverts) revert("No.");
        if (behaviour == Behaviour.BurnsGas) while (gasleft() > 0) {}
        if (behaviour == Behaviour.WrongMagic) magicWord = bytes4(0x20c13b0b);
        if (behaviour == Behaviour.DirtyMagic) magicWord = bytes32(uint256(bytes32(MAGIC_VALUE)) | 1);
        if (behaviour == Behaviour.AnswersTrue) magicWord = bytes32(uint256(1));
        uint256 size = 32;
        if (behaviour == Behaviour.ShortAnswer) size = 4;
        if (behaviour == Behaviour.MegabyteAfterMagic) size = MEGABYTE;
        if (behaviour == Behaviour.AnswersMegabyte) (size, magicWord) = (MEGABYTE, 0);
        bool reverts = behaviour == Behaviour.RevertsWithMagic;
        assembly {
            mstore(0, magicWord)
            if reverts { revert(0, size) }
            return(0, size)
        }
    }

    function recover(bytes32 hash, bytes calldata signature) private pure returns (address) {
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        return ecrecover(hash, uint8(signature[64]), r, s);
    }
}
